/** Reading a page to its end: is everything there, and once? */
import { onPage, read } from '../measure.mjs';
import { PAGING_PAGES } from '../pages.mjs';

const MOST_PARTS = 500;

async function readAll(session) {
  const parts = [await read(session)];
  while (parts.at(-1).cursor !== undefined && parts.length < MOST_PARTS) parts.push(await read(session, { cursor: parts.at(-1).cursor }));
  return parts;
}

/** How often each unit is named by a line that is not there for place only. */
function countUnits(parts) {
  const seen = new Map();
  for (const { nodes } of parts) {
    const named = nodes
      .filter((node) => !node.context)
      .flatMap((node) => (node.name.match(/unit-\d{4}/g) ?? []).map((unit) => `${node.role} ${unit}`));
    for (const unit of named) seen.set(unit, (seen.get(unit) ?? 0) + 1);
  }
  return seen;
}

export async function paging(browser) {
  const rows = [];
  for (const [name, html, units] of PAGING_PAGES) {
    rows.push(
      await onPage(browser, html, {}, async ({ session }) => {
        const parts = await readAll(session);
        const seen = countUnits(parts);
        return {
          name,
          units,
          found: new Set([...seen.keys()].map((key) => key.slice(-9))).size,
          lines_repeated: [...seen.values()].filter((count) => count > 1).length,
          parts: parts.length,
          largest_part_tokens: Math.max(...parts.map((part) => part.tokens)),
        };
      }),
    );
  }
  return { title: 'paging: all parts with the default budget', rows };
}
