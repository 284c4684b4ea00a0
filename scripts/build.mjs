// @ts-check
/** Builds dist/, or only looks whether it is up to date. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ROOT, runMain, runTool } from './setup.mjs';

const DIST = join(ROOT, 'dist');

/**
 * Time of the last change in a file or folder; a folder changes when a file in it is deleted.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path);
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stat.mtimeMs, ...inside);
}

/** Is dist/ there, and newer than everything it is made of? */
export function isBuilt() {
  const main = ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts'].map((name) => join(DIST, name));
  if (!main.every((file) => existsSync(file))) return false;
  const sources = ['src', 'build', 'package.json', 'package-lock.json', 'tsup.config.ts'].map((name) => join(ROOT, name));
  return Math.min(...main.map(newest)) >= Math.max(...sources.map(newest));
}

/** @returns {Promise<number>} Exit code. */
export async function build() {
  rmSync(DIST, { recursive: true, force: true });
  return await runTool('tsup/dist/cli-default.js', ['--silent']);
}

if (argv[1] === fileURLToPath(import.meta.url)) await runMain(build);
