/** `npm start`: the demo, or the snapshot of a page. */
import { argv, exit, stderr, stdout } from 'node:process';
import { runDemo } from './demo.mjs';
import { readOptions, USAGE, UsageError } from './options.mjs';
import { printPage } from './print-page.mjs';

async function main() {
  const options = readOptions(argv.slice(2));
  if (options.help) {
    stdout.write(USAGE);
    return 0;
  }
  return options.page === undefined ? await runDemo(options) : await printPage(options.page, options);
}

try {
  exit(await main());
} catch (error) {
  stderr.write(`${error instanceof UsageError ? error.message.trimEnd() : (error?.stack ?? error)}\n`);
  exit(1);
}
