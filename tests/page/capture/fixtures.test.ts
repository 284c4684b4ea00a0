/** Fixture pairs: what a page gives, line by line and nothing else. A page may name closed roots to adopt and elements that are listened on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { expect, test } from '../../support/test.js';
import { CaptureWorld, stableText } from './capture-world.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/snapshot', import.meta.url));
const cases = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length));

/** `<!-- listen: #a, .b -->` and `<!-- closed: x-host -->` in a fixture. */
function marked(html: string, what: string): string[] {
  const list = new RegExp(`<!-- ${what}: ([^>]*?) -->`).exec(html)?.[1];
  return list ? list.split(',').map((one) => one.trim()) : [];
}

describe('snapshot fixtures', () => {
  test.for(cases)('%s', async (name, { load, page, server }) => {
    const html = readFileSync(join(FOLDER, `${name}.html`), 'utf8');
    server.set('/foreign', '<!doctype html><title>foreign</title><button>Foreign</button>');
    await load(html);
    const world = await CaptureWorld.open(page);
    for (const selector of marked(html, 'closed')) await world.adoptClosedRoot(selector);
    for (const selector of marked(html, 'listen')) await world.listen(await world.idOf(selector));
    const reply = await world.capture();
    const { hiddenText, canvas, video, skippedFrames } = reply.coverage;
    const coverage = Object.entries({ hiddenText, canvas, video, skippedFrames, foreign: reply.foreign.length })
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
    const text = `${stableText(reply)}\n${coverage === '' ? '' : `# ${coverage}\n`}`;
    await expect(text).toMatchFileSnapshot(join(FOLDER, `${name}.snap`));
  });
});
