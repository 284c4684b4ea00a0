// @ts-check
/** `npm start`: everything that is missing, then the demo. Arguments go to the demo. */
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
  return await runCommand(execPath, [join(ROOT, 'examples/demo/run.mjs'), ...argv.slice(2)]);
});
