/** Content to Markdown: CommonMark with GFM tables, tasks and strikethrough. Page text is escaped, so that it stays text. */
import type { Code, InlineCode, Root, Table, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { defaultHandlers, type Handle, toMarkdown } from 'mdast-util-to-markdown';
import { flow } from './blocks.js';
import type { ContentElement } from './content-tree.js';
import { hoisted } from './hoist.js';

/** Between two letters or digits an underscore cannot begin or end emphasis (CommonMark 0.31, section 6.2). */
const NEEDLESS_UNDERSCORE = /(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu;
/** Control characters, line separators, bidi overrides and isolates, tags, halves of broken pairs: nothing a reader sees. */
const UNSEEN = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u2028\\u2029\\u202a-\\u202e\\u2060\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]',
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    '\\udb40[\\udc00-\\udc7f]',
  ].join('|'),
  'g',
);

const text: Handle = (node: Text, _parent, state, info) => state.safe(node.value, info).replace(NEEDLESS_UNDERSCORE, '_');

/** Marks of ours. */
const mark: Handle = (node: { readonly value: string }) => node.value;
/** Code is printed as it is; where refs are printed too, none may look like one. */
const anchoredCode: Handle = (node: Code, parent, state, info) =>
  defaultHandlers.code({ ...node, value: node.value.replaceAll('[ref=', '[ ref=') }, parent, state, info);
const anchoredInlineCode = Object.assign(
  ((node: InlineCode, parent, state) =>
    defaultHandlers.inlineCode({ ...node, value: node.value.replaceAll('[ref=', '[ ref=') }, parent, state)) satisfies Handle,
  { peek: () => '`' },
);

/** One line a row, cells not padded to columns: white space costs and says nothing. */
const table: Handle = (node: Table, _parent, state, info) => {
  const leave = state.enter('table');
  const rows = node.children.map((row) => row.children.map((cell) => state.handle(cell, row, state, { ...info, before: '|', after: '|' })));
  leave();
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  lines.splice(1, 0, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`);
  return lines.join('\n');
};

/**
 * Markdown of a tree, without a line break at its end.
 * @param isAnchored elements are followed by their refs
 */
export function toMarkdownText(tree: ContentElement, isAnchored = false): string {
  const root: Root = { type: 'root', children: flow(hoisted(tree.children)) };
  const options = {
    bullet: '-',
    emphasis: '*',
    fences: true,
    incrementListMarker: true,
    listItemIndent: 'one',
    rule: '-',
    strong: '*',
    extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown(), gfmTaskListItemToMarkdown()],
    handlers: { text, table, mark, ...(isAnchored ? { code: anchoredCode, inlineCode: anchoredInlineCode } : {}) },
  } as const;
  return toMarkdown(root, { ...options, extensions: [...options.extensions] })
    .replace(UNSEEN, '')
    .replace(/\n+$/, '');
}
