/** Properties that hold on any page: no failure, unique refs, budget held, parts complete, lines that parse back. */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { CaptureReply, WireNode } from '../../../src/shared/page-api.js';
import { estimateTokens } from '../../../src/shared/tokens.js';
import { expect, test } from '../../support/test.js';
import { CaptureWorld, linesOf } from './capture-world.js';
import { randomPage } from './random-page.js';

const RUNS = 25;

interface Page {
  readonly documents: CaptureReply['documents'];
  readonly snapshotId: number;
  readonly nodes: readonly WireNode[];
}

/** Part 1 and everything after it. */
async function allParts(world: CaptureWorld, budget: number): Promise<{ readonly first: CaptureReply; readonly pages: readonly Page[] }> {
  const first = await world.capture({ budget });
  const pages: Page[] = [first];
  let next: { readonly from: number; readonly offset: number } | undefined = first.hasMore ? { from: 1, offset: 0 } : undefined;
  while (next && pages.length < 500) {
    const part = await world.more(first.captureId, next.from, next.offset, budget);
    expect(part.next === undefined || part.nodes.some((node) => !node.context)).toBe(true);
    pages.push(part);
    next = part.next;
  }
  expect(next).toBeUndefined();
  return { first, pages };
}

describe('any page', () => {
  test('is captured whole, within its budget, each node once', { timeout: 120_000 }, async ({ page }) => {
    const world = await CaptureWorld.open(page);
    await fc.assert(
      fc.asyncProperty(randomPage, fc.integer({ min: 200, max: 1_500 }), async (html, budget) => {
        await page.setContent(html, { waitUntil: 'commit' });
        const { first, pages } = await allParts(world, budget);
        const pieces = new Map<number, string[]>();
        for (const part of pages) {
          expect(estimateTokens(linesOf(part).join('\n'))).toBeLessThanOrEqual(budget);
          const own = part.nodes.filter((node) => !node.context && node.role !== 'more');
          for (const node of own) {
            const list = pieces.get(node.i) ?? [];
            // The first piece is the node; the others go on in its text.
            expect(list.length === 0).toBe(node.offset === undefined);
            list.push(node.name);
            pieces.set(node.i, list);
          }
        }
        expect([...pieces.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: first.total }, (_, k) => k + 1));
      }),
      { numRuns: RUNS },
    );
  });

  test('says of one element what its line says', { timeout: 120_000 }, async ({ page }) => {
    const world = await CaptureWorld.open(page);
    await fc.assert(
      fc.asyncProperty(randomPage, async (html) => {
        await page.setContent(html, { waitUntil: 'commit' });
        expect(await world.disagreements()).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  test('gives refs that name their elements, and lines that stay lines', { timeout: 120_000 }, async ({ page }) => {
    const world = await CaptureWorld.open(page);
    await fc.assert(
      fc.asyncProperty(randomPage, async (html) => {
        await page.setContent(html, { waitUntil: 'commit' });
        const reply = await world.capture({ budget: 100_000 });
        const lines = linesOf(reply);
        for (const line of lines) expect(line).toMatch(/^(?: {2})*- (?:text: "|[a-z-]+(?: |$))/);
        for (const line of lines) expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        const refs = lines.flatMap((line) => /\[ref=(\w+)\]$/.exec(line)?.[1] ?? []);
        expect(new Set(refs).size).toBe(reply.nodes.filter((node) => node.ref).length);
        let depth = 0;
        for (const node of reply.nodes) {
          expect(node.depth).toBeLessThanOrEqual(depth);
          depth = node.depth + 1;
        }
      }),
      { numRuns: RUNS },
    );
  });
});
