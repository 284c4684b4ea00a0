/** HTML brought to what Markdown can say of it, as a text to compare. */
import type { Page } from 'playwright-core';

/** `strict`: structure, addresses, titles and text; only runs of white space are one. `reader`: also what nobody can tell apart is one. */
export type Strictness = 'strict' | 'reader';

/**
 * What is equal for a reader, though not for a parser:
 * white space at an edge of emphasis or of a link, which is shown outside just as well (Markdown cannot have it inside);
 * links, emphasis, code, quotes and headings without content, of which nothing is shown;
 * pictures whose author says by `alt=""` that they are no content;
 * a table of one cell, which relates nothing to anything;
 * a tool tip that repeats the text, or the last part of the address; line breaks in a tool tip;
 * a field with text in it, and that text as code.
 */
function seen(text: string): string {
  let out = text;
  for (let before = ''; before !== out; ) {
    before = out;
    out = out
      .replace(/(<(?:A|EM|STRONG|DEL)(?: [^>]*)?>)\s+/g, ' $1')
      .replace(/\s+(<\/(?:A|EM|STRONG|DEL)>)/g, '$1 ')
      .replace(/<(A|EM|STRONG|DEL|CODE|BLOCKQUOTE|PRE|H\d)(?: [^>]*)?>\s*<\/\1>/g, ' ')
      .replace(/(<LI>)\s+(?=<\/LI>)/g, '$1')
      .replace(/ *\n[ \n]*/g, '\n')
      .replace(/ +/g, ' ')
      .trim();
  }
  return out;
}

/** Runs in a page. */
const CANONICAL = `(html, base, isLoose) => {
  const doc = new DOMParser().parseFromString('<base href="' + base + '"><body>' + html, 'text/html');
  const KEEP = new Set('H1,H2,H3,H4,H5,H6,UL,OL,LI,BLOCKQUOTE,PRE,CODE,A,IMG,EM,STRONG,HR,BR,TABLE,TR,TD,TH,DEL'.split(','));
  const ALIAS = { B: 'STRONG', I: 'EM', S: 'DEL', ...(isLoose ? { TEXTAREA: 'CODE' } : {}) };
  const GONE = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'HEAD', ...(isLoose ? [] : ['TEXTAREA'])]);
  const BLOCK = new Set('P,DIV,UL,OL,LI,BLOCKQUOTE,PRE,H1,H2,H3,H4,H5,H6,HR,TABLE,TR,TD,TH,SECTION'.split(','));
  const bare = (text) => { try { text = decodeURIComponent(text); } catch {} return text.replace(/[\\s_+]+/g, ' ').trim().toLowerCase(); };
  const out = [];
  const titleOf = (node) => {
    if (!isLoose || !node.title) return node.title;
    const said = bare(node.tagName === 'IMG' ? node.alt : node.textContent);
    const last = bare(node.tagName === 'A' ? node.href.slice(node.href.lastIndexOf('/') + 1) : '');
    return said.includes(bare(node.title)) || last === bare(node.title) ? '' : node.title.replace(/\\s+/g, ' ').trim();
  };
  const isLone = (node) => isLoose && !!node.closest('table') && node.closest('table').querySelectorAll('td,th').length < 2;
  const visit = (node, pre) => {
    if (node.nodeType === 3) { out.push(pre ? node.data : node.data.replace(/[ \\t\\n\\r\\f]+/g, ' ')); return; }
    if (node.nodeType !== 1 || GONE.has(node.tagName)) return;
    const tag = ALIAS[node.tagName] ?? node.tagName;
    if (isLoose && tag === 'IMG' && node.getAttribute('alt') === '') return;
    const inPre = pre || tag === 'PRE';
    const href = tag === 'A' ? node.href : '';
    const isTable = tag === 'TABLE' || tag === 'TR' || tag === 'TD' || tag === 'TH';
    const isKept = KEEP.has(tag) && !(tag === 'A' && !/\\S/.test(href)) && !(isTable && isLone(node));
    const title = titleOf(node);
    if (BLOCK.has(node.tagName)) out.push('\\n');
    if (isKept) out.push('<' + tag + (href ? ' ' + href : '') + (tag === 'IMG' ? ' ' + node.src + ' ' + node.alt : '') + (title ? ' ' + title : '') + (tag === 'OL' && node.start !== 1 ? ' ' + node.start : '') + (tag === 'CODE' && pre && node.className ? ' ' + node.className : '') + '>');
    for (const child of node.childNodes) visit(child, inPre || (tag === 'CODE' && !isLoose));
    if (isKept && tag !== 'IMG' && tag !== 'BR' && tag !== 'HR') out.push('</' + tag + '>');
    if (BLOCK.has(node.tagName)) out.push('\\n');
  };
  visit(doc.body, false);
  return out.join('').replace(/ *\\n[ \\n]*/g, '\\n').replace(/ +/g, ' ').replace(/<BR>\\s*/g, '<BR>').trim();
}`;

/** Canonical forms of many pieces of HTML. @param base URL that addresses are relative to */
export async function canonical(page: Page, pieces: readonly string[], base: string, strictness: Strictness): Promise<readonly string[]> {
  const isLoose = strictness === 'reader';
  const made = (await page.evaluate(
    `${JSON.stringify(pieces)}.map((html) => (${CANONICAL})(html, ${JSON.stringify(base)}, ${isLoose}))`,
  )) as string[];
  return isLoose ? made.map(seen) : made;
}
