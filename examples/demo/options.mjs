/** What the demo's command line says. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage
  npm start                          run the demo: a scripted agent buys a rain jacket in a made-up shop
  npm start -- <url | file.html>     print the snapshot of that page
  npm start -- --help                print this

Options of the demo
  --report DIR     where the report goes (default: reports/demo-<time>)
  --no-latency     the shop answers at once instead of after 80 to 200 ms

Options of a snapshot
  --tokens N       size of a part in tokens, 200 to 6000 (default 3000)
  --all            print all parts, not only the first

Environment
  HEADED=1                 show the browser
  NO_COLOR=1               no colours
  SUREHAND_CHROMIUM=PATH   the browser to use
`;

/** Something the user can correct; the message is all there is to say. */
export class UsageError extends Error {}

const FLAGS = {
  help: { type: 'boolean', short: 'h' },
  report: { type: 'string' },
  'no-latency': { type: 'boolean' },
  tokens: { type: 'string' },
  all: { type: 'boolean' },
};

function parse(args) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message}\n\n${USAGE}`);
  }
}

/**
 * @param {readonly string[]} args
 * @throws UsageError
 */
export function readOptions(args) {
  const { values, positionals } = parse([...args]);
  if (positionals.length > 1) throw new UsageError(`One page at a time, not ${positionals.length}.\n\n${USAGE}`);
  const tokens = values.tokens === undefined ? undefined : Number(values.tokens);
  if (tokens !== undefined && !(Number.isInteger(tokens) && tokens >= 200 && tokens <= 6000))
    throw new UsageError(`--tokens takes a whole number from 200 to 6000, not ${JSON.stringify(values.tokens)}.`);
  return {
    help: values.help ?? false,
    page: positionals[0],
    report: values.report,
    latency: !values['no-latency'],
    tokens,
    all: values.all ?? false,
  };
}
