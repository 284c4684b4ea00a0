// @ts-check
/** `npm test`: everything that is missing, a fresh build (the package tests need it), then all tests. Arguments go to vitest. */
import { argv } from 'node:process';
import { build, isBuilt } from './build.mjs';
import { runMain, runTool, setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  if (!isBuilt()) {
    console.log('Building …');
    const code = await build();
    if (code !== 0) return code;
  }
  return await runTool('vitest/vitest.mjs', ['run', ...argv.slice(2)]);
});
