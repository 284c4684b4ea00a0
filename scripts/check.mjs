// @ts-check
/** `npm run check`: everything that can be said about the code without running it. Names of steps as arguments run those alone. */
import { argv } from 'node:process';
import { build } from './build.mjs';
import { runMain, runTool } from './setup.mjs';

/** @type {Record<string, () => Promise<number>>} */
const STEPS = {
  biome: () => runTool('@biomejs/biome/bin/biome', ['check', '--diagnostic-level=error', '.']),
  'types:node': () => runTool('typescript/bin/tsc', ['-p', '.']),
  'types:page': () => runTool('typescript/bin/tsc', ['-p', 'src/page']),
  'types:shared': () => runTool('typescript/bin/tsc', ['-p', 'src/shared']),
  arrows: () => runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['src']),
  knip: () => runTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  build,
  api: () => runTool('@microsoft/api-extractor/bin/api-extractor', ['run']),
  publint: () => runTool('publint/src/cli.js', ['--strict']),
  attw: () => runTool('@arethetypeswrong/cli/dist/index.js', ['--pack', '.', '--profile', 'node16', '--no-emoji', '--no-color']),
};

await runMain(async () => {
  const wanted = argv.slice(2);
  const unknown = wanted.filter((name) => !(name in STEPS));
  if (unknown.length > 0) throw new Error(`No step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
  /** @type {string[]} */
  const failed = [];
  for (const [name, step] of Object.entries(STEPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n--- ${name}`);
    const start = performance.now();
    const code = await step();
    if (code !== 0) failed.push(name);
    console.log(`--- ${name}: ${code === 0 ? 'ok' : `FAILED (exit code ${code})`}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  console.log(failed.length === 0 ? '\nCheck passed.' : `\nCheck failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
});
