/** The built package, as its users see it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const exec = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Condition {
  readonly types: string;
  readonly default: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly import: Condition; readonly require: Condition }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** What a host can import: the package itself and every subpath, patterns spelled out. */
export function specifiers(entries: Readonly<Record<string, string>>): string[] {
  return Object.keys(entries).map((entry) => (entry === 'index' ? manifest.name : `${manifest.name}/${entry}`));
}

export function assertBuilt(): void {
  if (!existsSync(join(ROOT, 'dist/index.js'))) throw new Error('There is no dist/: run npm run build (npm test does).');
}

/** Runs a program; answers its output, and rejects with its output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  cwd = ROOT,
  env = process.env,
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await exec(command, args, {
      cwd,
      env,
      maxBuffer: 32 * 1024 * 1024,
      shell: process.platform === 'win32' && command !== process.execPath,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Runs code in a new Node process and answers what it prints as JSON. Anything else on its output is an error. */
export async function runNode(code: string, type: 'module' | 'commonjs', cwd = ROOT): Promise<unknown> {
  const { stdout, stderr } = await run(process.execPath, [`--input-type=${type}`, '-e', code], cwd);
  if (stderr) throw new Error(`Unexpected output: ${stderr}`);
  return JSON.parse(stdout);
}
