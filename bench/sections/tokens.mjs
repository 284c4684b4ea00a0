/** What a default read costs a model. */
import { ariaSnapshot, onPage, read } from '../measure.mjs';
import { SPEED_PAGES } from '../pages.mjs';

export async function tokens(browser) {
  const rows = [];
  for (const [name, html] of SPEED_PAGES) {
    rows.push(
      await onPage(browser, html, {}, async ({ page, session }) => {
        const data = await read(session);
        const theirs = await ariaSnapshot(page);
        return {
          name,
          tokens: data.tokens,
          characters: data.text.length,
          ariaSnapshot_ai_characters: theirs.length,
          refs: data.nodes.filter((node) => node.ref).length,
          left_out: data.omitted.nodes,
          can_read_on: data.cursor !== undefined,
        };
      }),
    );
  }
  return { title: 'tokens: one read with the default budget', rows };
}
