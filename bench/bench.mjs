/**
 * Measures surehand, and compares it with Playwright in the same run. Nothing here passes or fails.
 *   npm run bench -- [--only speed,increments,tokens,paging,click,settle,soak] [--pairs 9] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { launch, printTable } from './measure.mjs';
import { click } from './sections/click.mjs';
import { increments } from './sections/increments.mjs';
import { paging } from './sections/paging.mjs';
import { settle } from './sections/settle.mjs';
import { soak } from './sections/soak.mjs';
import { speed } from './sections/speed.mjs';
import { tokens } from './sections/tokens.mjs';

const SECTIONS = { speed, increments, tokens, paging, click, settle, soak };

const { values } = parseArgs({
  args: argv.slice(2),
  options: { only: { type: 'string' }, pairs: { type: 'string' }, json: { type: 'string' } },
});
const wanted = values.only?.split(',') ?? Object.keys(SECTIONS);
const pairs = Number(values.pairs ?? 9);
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0 || !(Number.isInteger(pairs) && pairs >= 9)) {
  console.error(`--only takes ${Object.keys(SECTIONS).join(', ')}; --pairs takes a whole number from 9 on.`);
  exit(1);
}

const browser = await launch();
const results = { chromium: browser.version(), node: process.version, pairs };
try {
  for (const name of wanted) {
    const { title, rows, notes = [] } = await SECTIONS[name](browser, pairs);
    results[name] = rows;
    printTable(title, rows);
    for (const note of notes) console.log(note);
  }
} finally {
  await browser.close();
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
