/** Tries to hold a folder, says how that went, and lets go when its input ends. */
import { writeSync } from 'node:fs';
import { holdFolder } from '../../src/session/store-lock.js';
import { SdkError } from '../../src/shared/errors.js';

const [, , folder = ''] = process.argv;
try {
  const release = await holdFolder(folder);
  writeSync(1, 'held\n');
  process.stdin.resume().on('end', () => void release().then(() => writeSync(1, 'let go\n')));
} catch (error) {
  writeSync(1, `${SdkError.isInstance(error) ? error.code : String(error)}\n`);
}
