/** `npm start -- <url | file.html>`: the snapshot of one page, as a model would get it. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { Session } from 'surehand';
import { launchBrowser } from './browser.mjs';
import { UsageError } from './options.mjs';
import { style } from './terminal.mjs';

const LOAD_MS = 20_000;
/** More parts than any page of sense has. */
const MOST_PARTS = 2000;

/** `example.org/x`, `localhost:3000`: an address without a scheme. */
const HOST = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?([/?#]|$)/i;

/**
 * The URL of what was asked for. A file wins over a host of the same name.
 * @throws UsageError
 */
function addressOf(page) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(page)) {
    if (!/^(https?|file):/i.test(page)) throw new UsageError(`${page} cannot be opened: only http, https and file URLs can.`);
    if (!URL.canParse(page)) throw new UsageError(`${page} is not a URL.`);
    return new URL(page).href;
  }
  const file = resolve(page);
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) throw new UsageError(`${page} is a folder. Give an HTML file or a URL.`);
    return pathToFileURL(file).href;
  }
  if (/\.x?html?$/i.test(page) || !HOST.test(page))
    throw new UsageError(
      `There is no file ${page} (looked for ${file}). Give an HTML file that exists, or a URL such as https://example.org.`,
    );
  return `http${/^(localhost|127\.)/.test(page) ? '' : 's'}://${page}`;
}

async function open(page, url) {
  try {
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
  } catch (error) {
    if (error.name === 'TimeoutError') {
      // Something never stops loading; what is there can be read.
      if (page.url() !== 'about:blank') return;
      throw new UsageError(`${url} did not answer within ${LOAD_MS / 1000} seconds.`);
    }
    const reason = /net::(ERR_\w+)/.exec(error.message)?.[1] ?? error.message.split('\n')[0];
    throw new UsageError(`${url} cannot be opened: ${reason}.`);
  }
}

async function read(session, input) {
  const result = await session.call('read_page', input);
  if (!result.ok) throw new UsageError(`The page cannot be read: ${result.error.code}. ${result.error.message} ${result.error.hint}`);
  return result.data;
}

function tell({ data, parts, tokens, all }) {
  const { omitted, coverage, timings, nodes } = data;
  const say = (text) => stdout.write(`${style.dim(text)}\n`);
  say(
    `\n${nodes.length} line${nodes.length === 1 ? '' : 's'}, ${tokens} tokens, read in ${timings.totalMs.toFixed(1)} ms (${timings.pageMs.toFixed(1)} ms of it in the page)${parts > 1 ? `, ${parts} parts` : ''}.`,
  );
  const unseen = Object.entries(coverage).filter(([, value]) =>
    typeof value === 'number' ? value > 0 : Array.isArray(value) && value.length > 0,
  );
  if (unseen.length > 0)
    say(`Not shown: ${unseen.map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : value}`).join(', ')}.`);
  if (!data.cursor) return;
  if (!all)
    say(
      `${omitted.nodes} lines did not fit (${omitted.interactive} of them with a ref). To read on: session.call('read_page', { cursor: '${data.cursor}' }), or here: --all, or --tokens 6000.`,
    );
}

/**
 * @param {string} wanted a URL or a file
 * @param {{ tokens?: number, all: boolean }} options
 * @returns {Promise<number>} exit code
 */
export async function printPage(wanted, { tokens: maxTokens, all }) {
  const url = addressOf(wanted);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await open(page, url);
    const session = await Session.attach(page);
    const size = maxTokens === undefined ? {} : { maxTokens };
    const first = await read(session, size);
    stdout.write(`${first.text}\n`);
    let { cursor, tokens } = first;
    let parts = 1;
    while (all && cursor !== undefined && parts < MOST_PARTS) {
      const part = await read(session, { ...size, cursor });
      stdout.write(`${style.dim(`--- part ${++parts}`)}\n${part.text}\n`);
      tokens += part.tokens;
      cursor = part.cursor;
    }
    tell({ data: first, parts, tokens, all });
    await session.dispose();
    return 0;
  } finally {
    await browser.close();
  }
}
