/**
 * Fixture pairs: what `read_page` says of a page, every line and nothing else. `{{A}}` and `{{B}}` in a fixture are two origins, which have
 * `/foreign` (a page), `/refused` (may not be framed), `/hang` (never answers) and `/missing` (404).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { getEncoding } from 'js-tiktoken';
import { describe } from 'vitest';
import type { Coverage, Session } from '../../src/index.js';
import { parseSnapshot } from '../support/parse-snapshot.js';
import type { TestServer } from '../support/server.js';
import { expect, test } from '../support/test.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/snapshot', import.meta.url));
const encoders = [getEncoding('o200k_base'), getEncoding('cl100k_base')];
const cases = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length));

function serve(server: TestServer): void {
  server.set('/foreign', '<!doctype html><title>Foreign</title><p>From elsewhere</p><button>Foreign button</button>');
  server.set('/refused', '<!doctype html><button>Never framed</button>', { headers: { 'x-frame-options': 'DENY' } });
  server.hang('/hang');
}

/** What is not on a line, but counted. */
function countsOf({ failedFrames, source: _source, ...counts }: Coverage): string {
  return [
    ...failedFrames.map(({ name }) => `no answer from ${name}`),
    ...Object.entries(counts).flatMap(([what, n]) => (n ? `${what} ${n}` : [])),
  ]
    .toSorted()
    .join(', ');
}

async function read(session: Session) {
  const result = await session.call('read_page', {});
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`);
  return result.data;
}

describe('snapshot fixtures', () => {
  test.for(cases)('%s', async (name, { page, server, session }) => {
    serve(server);
    const html = readFileSync(join(FOLDER, `${name}.html`), 'utf8');
    server.set('/', html);
    // A frame that never loads keeps the load event away for ever.
    await page.goto(server.url('/'), { waitUntil: html.includes('/hang') ? 'domcontentloaded' : 'load' });
    const { text, nodes, coverage, tokens } = await read(session);
    const [, , , , ...lines] = text.replaceAll(/ \[ref=\w+\]/g, ' [ref]').split('\n');
    const counts = countsOf(coverage);
    await expect(`${lines.join('\n')}\n${counts === '' ? '' : `# ${counts}\n`}`).toMatchFileSnapshot(join(FOLDER, `${name}.snap`));
    expect(parseSnapshot(text).lines.map(({ role, name: said, ref }) => [role, said, ref])).toEqual(
      nodes.map((node) => [node.role, node.name, node.ref]),
    );
    expect(tokens).toBeLessThanOrEqual(3_000);
    for (const encoder of encoders) {
      const ratio = tokens / encoder.encode(text).length;
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.15);
    }
  });
});
