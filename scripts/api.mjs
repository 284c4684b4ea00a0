// @ts-check
/** `npm run api`: builds, and writes the public API down in api/surehand.api.md, where review can see what changes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, runMain, runTool } from './setup.mjs';

await runMain(async () => {
  mkdirSync(join(ROOT, 'api'), { recursive: true });
  return (await build()) || (await runTool('@microsoft/api-extractor/bin/api-extractor', ['run', '--local']));
});
