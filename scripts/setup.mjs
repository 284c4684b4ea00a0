// @ts-check
/**
 * Makes a fresh checkout ready: dependencies and a browser. Needs Node alone, so it runs before anything is installed.
 * It does nothing when nothing is missing.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, execPath, exit, getuid, platform, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { browserVersion, findBrowser, forgetBrowser, SetupError } from './browser.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command in the project's folder, its output shown, and answers with its exit code (127 when it is not there).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [more] Environment.
 * @returns {Promise<number>}
 */
export function runCommand(command, args, more = {}) {
  return new Promise((resolve) => {
    const shell = platform === 'win32' && command !== execPath;
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more }, shell });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const done = (/** @type {number} */ code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code);
    };
    child.on('error', () => done(127));
    child.on('close', (code) => done(code ?? 1));
  });
}

/**
 * Runs the JavaScript of a dependency's command with this Node.
 * @param {string} file Path under node_modules.
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [more] Environment.
 */
export function runTool(file, args, more) {
  return runCommand(execPath, [join(ROOT, 'node_modules', file), ...args], more);
}

/** @param {string} file */
function readLock(file) {
  /** @type {Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>} */
  const none = {};
  if (!existsSync(file)) return none;
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? none;
}

/** Is every package of the lock file installed in its version? */
function hasDependencies() {
  const installed = readLock(join(ROOT, 'node_modules/.package-lock.json'));
  const wanted = Object.entries(readLock(join(ROOT, 'package-lock.json'))).filter(
    ([path, entry]) => path && !entry.optional && !entry.devOptional,
  );
  if (wanted.length === 0) return existsSync(join(ROOT, 'node_modules'));
  return wanted.every(([path, entry]) => installed[path]?.version === entry.version && existsSync(join(ROOT, path)));
}

async function installDependencies() {
  if (hasDependencies()) return;
  const verb = existsSync(join(ROOT, 'package-lock.json')) ? 'ci' : 'install';
  const args = [verb, '--include=dev', '--no-fund', '--no-audit'];
  console.log(`Installing dependencies: npm ${args.join(' ')}`);
  const npm = env['npm_execpath'];
  const code = npm?.endsWith('.js') ? await runCommand(execPath, [npm, ...args]) : await runCommand('npm', args);
  if (code !== 0) throw new SetupError(`npm ${verb} failed (exit code ${code}). It needs the npm registry; see the lines above.`);
}

const isRoot = getuid?.() === 0;

/** @returns {string} The distribution's id, such as debian or ubuntu. */
function distribution() {
  if (platform !== 'linux' || !existsSync('/etc/os-release')) return '';
  return /^ID="?([a-z]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
}

async function installWithPlaywright() {
  console.log('No browser found. Installing one: npx playwright-core install chromium');
  return (
    (await runTool('playwright-core/cli.js', ['install', ...(isRoot && platform === 'linux' ? ['--with-deps'] : []), 'chromium'])) === 0
  );
}

async function installWithApt() {
  if (!existsSync('/usr/bin/apt-get')) return false;
  console.log('No browser found. Installing one: apt-get install chromium');
  const apt = (/** @type {string[]} */ ...args) => {
    const line = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'Dpkg::Use-Pty=0', ...args];
    return isRoot ? runCommand('env', line.slice(1)) : runCommand('sudo', ['-n', ...line]);
  };
  if ((await apt('update')) !== 0) return false;
  const packages = isRoot ? ['chromium'] : ['chromium', 'chromium-sandbox'];
  return (await apt('install', '-y', '--no-install-recommends', ...packages)) === 0;
}

/** @returns {Promise<string>} The path of a browser that starts. */
async function ensureBrowser() {
  let path = await findBrowser();
  // Debian's package brings its libraries along; on Ubuntu the package is a stub for a snap, so it comes last.
  const ways = distribution() === 'debian' ? [installWithApt, installWithPlaywright] : [installWithPlaywright, installWithApt];
  for (const install of ways) {
    if (path) break;
    if (await install()) {
      forgetBrowser();
      path = await findBrowser();
    }
  }
  if (!path) {
    throw new SetupError(
      'There is no Chromium, and none could be installed. Install Chrome or Chromium (on Debian: apt-get install chromium), ' +
        'or set SUREHAND_CHROMIUM to the path of one, and run this again.',
    );
  }
  const version = await browserVersion(path);
  if (!version)
    throw new SetupError(
      `${path} does not start (\`${path} --version\` fails). Set SUREHAND_CHROMIUM to the path of a Chromium that does.`,
    );
  console.log(`Browser: ${version} (${path})`);
  return path;
}

/**
 * Dependencies and browser. Puts the browser's path into the environment for the commands that follow.
 * @returns {Promise<string>} The browser's path.
 */
export async function setup() {
  const [major = 0] = versions.node.split('.').map(Number);
  if (major < 20) throw new SetupError(`Node ${versions.node} is too old; Node 20 or newer is needed.`);
  await installDependencies();
  const path = await ensureBrowser();
  env['SUREHAND_CHROMIUM'] = path;
  return path;
}

/**
 * Runs a script's main function and ends the process with the exit code that it answers.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    exit(await main());
  } catch (error) {
    console.error(error instanceof SetupError ? `\nsurehand: ${error.message}` : error);
    exit(1);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await setup();
    return 0;
  });
}
