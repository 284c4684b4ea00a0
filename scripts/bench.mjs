// @ts-check
/** `npm run bench`: everything that is missing, then the measurements. Arguments go to the bench. */
import { join } from 'node:path';
import { argv, execPath } from 'node:process';
import { build, isBuilt } from './build.mjs';
import { ROOT, runCommand, runMain, setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  if (!isBuilt()) {
    console.log('Building …');
    const code = await build();
    if (code !== 0) return code;
  }
  return await runCommand(execPath, ['--expose-gc', join(ROOT, 'bench/bench.mjs'), ...argv.slice(2)]);
});
