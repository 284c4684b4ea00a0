import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bundlePage } from '../../build/bundle-page.js';
import { assertBuilt, ROOT } from '../support/package.js';

/** The design asks for 40,000; this holds what there is, so that it only gets smaller. */
const MAX_BYTES = 76_500;

beforeAll(assertBuilt);

test('the page bundle, compressed, does not grow', async () => {
  const { source } = await bundlePage(join(ROOT, 'src/page/index.ts'));
  const bytes = gzipSync(source, { level: 9 }).length;
  console.log(`page bundle: ${bytes} bytes compressed, ${source.length} plain`);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('dist holds the page bundle of the present sources, in both builds', async () => {
  const { hash } = await bundlePage(join(ROOT, 'src/page/index.ts'));
  for (const ending of ['.js', '.cjs']) {
    const files = readdirSync(join(ROOT, 'dist')).filter((file) => file.endsWith(ending));
    expect(files.some((file) => readFileSync(join(ROOT, 'dist', file), 'utf8').includes(hash))).toBe(true);
  }
});
