/** Markdown read by a real CommonMark and GFM parser, and HTML brought to what Markdown can say. */
import { parseHTML } from 'linkedom';
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

export function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfmTable(), gfmStrikethrough(), gfmTaskListItem()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml(), gfmTaskListItemHtml()],
  });
}

export interface ParsedElement {
  readonly textContent: string;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
}
/** Elements of a rendered Markdown text, by selector. */
export function parsed(markdown: string, selector: string): readonly ParsedElement[] {
  return elements(render(markdown), selector);
}
/** Elements of a piece of HTML, by selector. */
export function elements(html: string, selector: string): readonly ParsedElement[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return [...(document as unknown as { querySelectorAll(selector: string): Iterable<ParsedElement> }).querySelectorAll(selector)];
}
