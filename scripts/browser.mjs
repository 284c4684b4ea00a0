// @ts-check
/** Finds the browser that demos, tests and benchmarks use, and says how to start it. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env, getuid, platform } from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A problem of the machine that its owner can mend; its message is all there is to say. */
export class SetupError extends Error {}

/** Chromium refuses its sandbox as root, and most CI containers forbid it. */
const NO_SANDBOX = platform === 'linux' && (getuid?.() === 0 || Boolean(env['CI']));

/** Arguments for every launch. */
export const LAUNCH_ARGS = Object.freeze([
  ...(NO_SANDBOX ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]);

const COMMANDS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome', 'msedge'];

/** @returns {string[]} The places where an installer puts Chrome, Chromium or Edge. */
function usualPaths() {
  if (platform === 'darwin') {
    return ['', env['HOME'] ?? ''].flatMap((root) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${root}/Applications/${name}.app/Contents/MacOS/${name}`),
    );
  }
  if (platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .flatMap((name) => env[name] ?? [])
      .flatMap((root) =>
        ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map(
          (path) => join(root, path),
        ),
      );
  }
  return [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ];
}

/** @returns {string[]} The commands of the same name that a shell would find. */
function onPath() {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const ending = platform === 'win32' ? '.exe' : '';
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command + ending)));
}

/** @returns {Promise<string[]>} The browser that Playwright downloads, when Playwright is there to be asked. */
async function ofPlaywright() {
  try {
    const { chromium } = await import('playwright-core');
    return [chromium.executablePath()];
  } catch {
    // Not installed yet, or no build of Chromium for this system: then there is none of this kind.
    return [];
  }
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/** @type {Promise<string | undefined> | undefined} */
let found;

/**
 * The path of a Chromium that starts, or undefined when there is none.
 * Throws when SUREHAND_CHROMIUM names a file that does not exist: an explicit wish is never replaced by a guess.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const wanted = env['SUREHAND_CHROMIUM'];
  if (wanted && !isFile(wanted)) throw new SetupError(`SUREHAND_CHROMIUM names ${wanted}, which is not a file.`);
  if (wanted) return wanted;
  found ??= search();
  return found;
}

/** Forgets what was found or not found, after something was installed. */
export function forgetBrowser() {
  found = undefined;
}

async function search() {
  for (const path of new Set([...usualPaths(), ...onPath(), ...(await ofPlaywright())])) {
    if (isFile(path) && (await browserVersion(path))) return path;
  }
  return undefined;
}

/**
 * The version that a browser reports, or undefined when it does not start.
 * Windows browsers open a window instead of answering, so there the file has to do.
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
export async function browserVersion(path) {
  if (platform === 'win32') return 'installed';
  try {
    const { stdout } = await run(path, ['--version', ...(NO_SANDBOX ? ['--no-sandbox'] : [])], { timeout: 30_000 });
    return stdout.trim() || undefined;
  } catch {
    // What is there but does not start (a stub that asks to install a snap, a missing library) is no browser.
    return undefined;
  }
}
