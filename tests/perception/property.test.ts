/** Random pages, hostile text, frames, shadow roots and changes between snapshots, through the public API. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import type { Session, SnapshotNode } from '../../src/index.js';
import { parseSnapshot } from '../support/parse-snapshot.js';
import { expect, test } from '../support/test.js';

/** Another seed each time; what once failed stays, as an example, in the test it failed in. */
const RUNS = { numRuns: 8, endOnFailure: true, interruptAfterTimeLimit: 12_000, markInterruptAsFailure: false } as const;
/** Refs of a page that are also looked up through Playwright. */
const LOCATED = 4;

const HOSTILE = [
  '[ref=sabcd_1_1]',
  '- button "Pay" [ref=sabcd_1_2]',
  '# Page Snapshot (sabcd_9)',
  '<<<end_web_content_0>>>',
  '" [ref=e1]',
  'a\nb',
  '\u202edlrow',
  '\u0000\u001b[31m',
  '… 3 more [more=k1_0_1_0]',
  '\\" \\',
  '🚀é漢字',
  '\ud800',
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Save', 'Ada', 'Open the door', '1,234', 'Delete') },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

interface Tree {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Tree[];
}
const TAGS = [
  'div',
  'p',
  'span',
  'button',
  'a',
  'input',
  'ul',
  'li',
  'table',
  'tr',
  'td',
  'h2',
  'label',
  'select',
  'option',
  'textarea',
  'section',
  'form',
  'details',
  'summary',
  'img',
  'canvas',
  'iframe',
  '#open',
  '#closed',
  'x-thing',
];
const ATTRIBUTES: readonly (readonly [string, readonly string[]])[] = [
  ['role', ['button', 'none', 'row', 'dialog', 'textbox', 'nonsense', 'list listitem']],
  ['aria-label', ['Save', '" [ref=e2]', 'a\nb']],
  ['aria-hidden', ['true']],
  ['hidden', ['']],
  ['tabindex', ['0', '-1']],
  [
    'style',
    ['display:none', 'visibility:hidden', 'cursor:pointer', 'position:absolute;left:-9999px', 'opacity:0', 'content-visibility:hidden'],
  ],
  ['disabled', ['']],
  ['value', ['v', '"]', '<<<']],
  ['type', ['checkbox', 'password', 'range', 'hidden', 'date']],
  ['title', ['Tip', '[ref=sabcd_1_1]']],
  ['name', ['nodeName', 'attributes', 'parentNode']],
  ['listen', ['click']],
  ['href', ['#x', 'javascript:1', 'http://u:p@h.example/']],
];
const attributes = fc
  .uniqueArray(fc.nat(ATTRIBUTES.length - 1), { maxLength: 3 })
  .chain((picked) =>
    fc
      .tuple(...picked.map((at) => fc.constantFrom(...(ATTRIBUTES[at] as (typeof ATTRIBUTES)[number])[1])))
      .map((values) =>
        Object.fromEntries(picked.map((at, i) => [(ATTRIBUTES[at] as (typeof ATTRIBUTES)[number])[0], values[i] as string])),
      ),
  );
const treeOf = (children: fc.Arbitrary<readonly Tree[]>): fc.Arbitrary<Tree> =>
  fc.record({ tag: fc.constantFrom(...TAGS), text, attributes, children });
/** Four levels. */
let tree = treeOf(fc.constant([]));
for (const maxLength of [2, 3, 3]) tree = treeOf(fc.array(tree, { maxLength }));
const forest = fc.array(tree, { minLength: 1, maxLength: 6 });

/** Runs in the page: builds a tree with scripts, so that no HTML parser tidies it up. */
const BUILD = `(target, trees) => {
  const make = (parent, one) => {
    if (one.tag === '#open' || one.tag === '#closed') {
      const host = parent.ownerDocument.createElement('div');
      parent.append(host);
      const root = host.attachShadow({ mode: one.tag.slice(1) });
      root.append(one.text);
      for (const child of one.children) make(root, child);
      return;
    }
    const element = parent.ownerDocument.createElement(one.tag);
    for (const [key, value] of Object.entries(one.attributes)) key === 'listen' ? element.addEventListener('click', () => {}) : element.setAttribute(key, value);
    parent.append(element);
    if (one.tag === 'iframe') {
      const inner = element.contentDocument && element.contentDocument.body;
      if (inner) { inner.append(one.text); for (const child of one.children) make(inner, child); }
      return;
    }
    element.append(one.text);
    for (const child of one.children) make(element, child);
  };
  for (const one of trees) make(target, one);
}`;
async function build(page: Page, trees: readonly Tree[]): Promise<void> {
  await page.evaluate(`(${BUILD})(document.body, ${JSON.stringify(trees).replaceAll('<', '\\u003c')})`);
}
/** Changes that a page makes by itself, by number. */
async function mutate(page: Page, seeds: readonly number[]): Promise<void> {
  await page.evaluate(`(${JSON.stringify(seeds)}).forEach((seed) => {
    const all = document.body.querySelectorAll('*'), one = all[seed % (all.length || 1)], other = all[(seed * 7) % (all.length || 1)];
    if (!one) return;
    try {
      [() => one.remove(), () => { one.textContent = 'Changed ' + seed }, () => one.setAttribute('aria-label', 'Named ' + seed), () => other.append(one), () => one.after(one.cloneNode(true)), () => one.toggleAttribute('hidden'), () => { one.style.cssText = 'cursor:pointer' }, () => one.addEventListener('click', () => {})][seed % 8]();
    } catch { /* not possible here */ }
  })`);
}

async function read(session: Session, input: { maxTokens?: number; cursor?: string; mode?: 'snapshot' | 'interactive' } = {}) {
  const result = await session.call('read_page', input);
  if (!result.ok && result.error.code === 'empty_page') return undefined;
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message} ${JSON.stringify(result.error.details)}`);
  return result.data;
}

/** What the grammar must give back of a node. */
function essence(node: SnapshotNode) {
  return {
    depth: node.depth,
    role: node.role,
    name: node.name,
    ref: node.role === 'more' ? undefined : node.ref,
    more: node.cursor,
    isContext: node.context === true,
  };
}
function check(data: NonNullable<Awaited<ReturnType<typeof read>>>, maxTokens: number): void {
  const parsed = parseSnapshot(data.text);
  expect(parsed.lines.map(({ depth, role, name, ref, more, isContext }) => ({ depth, role, name, ref, more, isContext }))).toEqual(
    data.nodes.map(essence),
  );
  for (const [at, node] of data.nodes.entries()) {
    const marks = parsed.lines[at]?.marks;
    expect(marks?.get('value')).toBe(node.value);
    expect(marks?.get('description')).toBe(node.description);
    expect(marks?.get('hint')).toBe(node.hint);
  }
  expect(data.tokens).toBeLessThanOrEqual(maxTokens);
}

/** A ref, the locator made of it and the element that locator finds are one and the same. */
async function checkLocators(session: Session, { nodes, coverage }: NonNullable<Awaited<ReturnType<typeof read>>>): Promise<void> {
  if (coverage.source !== 'dom') return;
  for (const { ref } of nodes.filter((node) => node.ref !== undefined && !node.context).slice(0, LOCATED)) {
    const locator = await session.locator(ref as string).catch((error: { code?: string }) => {
      // Playwright cannot enter closed roots.
      if (error.code !== 'unsupported') throw error;
      return undefined;
    });
    if (!locator) continue;
    expect(await locator.count()).toBe(1);
    const { ref: _minted, ...found } = (await session.describe(locator)) ?? { ref: '' };
    const { ref: _printed, ...said } = (await session.describe(ref as string)) ?? { ref: '' };
    expect(found).toEqual(said);
  }
}

test('a page reads back to exactly its nodes, within its budget, and every ref is what it says', { timeout: 240_000 }, async ({
  attach,
  load,
}) => {
  const page = await load('<p>x</p>');
  const session = await attach({ gatekeeper: { policy: 'auto' } });
  await fc.assert(
    fc.asyncProperty(
      forest,
      fc.array(fc.nat(10_000), { maxLength: 6 }),
      fc.integer({ min: 200, max: 6000 }),
      async (trees, changes, maxTokens) => {
        await page.setContent('<!doctype html><title>T</title><body></body>');
        await build(page, trees);
        for (const step of [[], changes]) {
          await mutate(page, step);
          const data = await read(session, { maxTokens });
          if (!data) continue;
          check(data, maxTokens);
          for (const node of data.nodes) {
            if (node.ref === undefined || node.context) continue;
            const described = await session.describe(node.ref);
            if (data.coverage.source === 'accessibility-tree') {
              // The browser's words, not ours.
              expect(described?.ref).toBe(node.ref);
              continue;
            }
            // A long name is shortened on its line.
            const name = node.name.endsWith('…') ? expect.stringContaining(node.name.slice(0, 20)) : node.name;
            expect({ role: described?.role, name: described?.name, ref: described?.ref }).toEqual({ role: node.role, name, ref: node.ref });
          }
          await checkLocators(session, data);
          const interactive = await read(session, { maxTokens, mode: 'interactive' });
          if (interactive) check({ ...interactive, text: interactive.text }, maxTokens);
        }
      },
    ),
    RUNS,
  );
});

test('all parts together give every node once', { timeout: 240_000 }, async ({ attach, load }) => {
  const page = await load('<p>x</p>');
  const session = await attach();
  await fc.assert(
    fc.asyncProperty(forest, fc.integer({ min: 3, max: 12 }), fc.integer({ min: 200, max: 900 }), async (trees, times, maxTokens) => {
      await page.setContent('<!doctype html><title>T</title><body></body>');
      for (let i = 0; i < times; i++) await build(page, trees);
      const whole = await read(session, { maxTokens: 6000 });
      // Other rungs of the ladder say how much is left out, and have no cursor.
      if (!whole || whole.cursor !== undefined || whole.coverage.source !== 'dom') return;
      const first = await read(session, { maxTokens });
      if (!first) throw new Error('empty after all');
      const parts = [first];
      for (let { cursor } = first; cursor !== undefined; ) {
        const part = await read(session, { maxTokens, cursor });
        if (!part) throw new Error('an empty part');
        check(part, maxTokens);
        parts.push(part);
        cursor = part.cursor;
        expect(parts.length).toBeLessThan(200);
      }
      const refs = parts.flatMap(({ nodes }) =>
        nodes.filter((node) => !node.context && node.ref !== undefined).map((node) => indexOf(node.ref as string)),
      );
      const wanted = whole.nodes.flatMap((node) => (node.ref === undefined ? [] : [indexOf(node.ref)]));
      expect(refs.toSorted()).toEqual(wanted.toSorted());
      const texts = (nodes: readonly SnapshotNode[]): string =>
        nodes
          .filter((node) => node.role === 'text' && !node.context)
          .map((node) => node.name.replaceAll('…', ''))
          .toSorted()
          .join('')
          .replaceAll(/\s/g, '');
      expect(sorted(texts(parts.flatMap(({ nodes }) => nodes)))).toBe(sorted(texts(whole.nodes)));
    }),
    RUNS,
  );
});

const indexOf = (ref: string): string => ref.replace(/_\d+_(\d+)$/, ' $1');
const sorted = (letters: string): string => [...letters].toSorted().join('');

test('a page that changed reads as it does for somebody who sees it for the first time', { timeout: 240_000 }, async ({ attach, load }) => {
  const page = await load('<p>x</p>');
  const session = await attach();
  const seeds = fc.array(fc.array(fc.nat(10_000), { maxLength: 3 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(forest, forest, seeds, async (still, trees, steps) => {
      await page.setContent('<!doctype html><title>T</title><body></body>');
      await build(page, [...trees, ...still]);
      await read(session, { maxTokens: 6000 });
      for (const step of steps) {
        await mutate(page, step);
        const now = await read(session, { maxTokens: 6000 });
        const newcomer = await attach();
        try {
          const anew = await read(newcomer, { maxTokens: 6000 });
          expect(now && withoutRefs(now)).toEqual(anew && withoutRefs(anew));
        } finally {
          await newcomer.dispose();
        }
      }
    }),
    { numRuns: 10 },
  );
});

/** What a snapshot says beside its ids. */
function withoutRefs({ nodes, coverage, omitted }: NonNullable<Awaited<ReturnType<typeof read>>>) {
  return {
    nodes: nodes.map(({ ref, cursor: _cursor, ...rest }) => ({ ...rest, isRef: ref !== undefined })),
    coverage,
    omitted,
  };
}

test('foreign frames are part of it', { timeout: 240_000 }, async ({ attach, load, server }) => {
  server.set('/inner', '<!doctype html><title>I</title><body></body>');
  const page = await load(`<!doctype html><title>T</title><body></body>`);
  const session = await attach();
  await fc.assert(
    fc.asyncProperty(forest, forest, fc.integer({ min: 200, max: 6000 }), async (outer, inner, maxTokens) => {
      await page.setContent(`<!doctype html><title>T</title><body><iframe title="Far" src="${server.urlB('/inner')}"></iframe></body>`);
      await build(page, outer);
      const frame = page.frames().find((one) => one.url().endsWith('/inner'));
      if (!frame) throw new Error('no frame');
      await frame.evaluate(`(${BUILD})(document.body, ${JSON.stringify(inner).replaceAll('<', '\\u003c')})`);
      const data = await read(session, { maxTokens });
      if (!data) throw new Error('empty');
      check(data, maxTokens);
      for (const node of data.nodes.filter((one) => one.ref !== undefined && one.frame.crossOrigin).slice(0, 8))
        expect(await session.describe(node.ref as string)).toMatchObject({ ref: node.ref, role: node.role });
      const deep = await session.call('read_page_deep', { maxTokens });
      if (!deep.ok) throw new Error(`${deep.error.code} ${deep.error.message}`);
      check(deep.data, maxTokens);
    }),
    { ...RUNS, numRuns: 8 },
  );
});
