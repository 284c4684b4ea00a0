/** Snippets of the documents: compiled against the built package, and run. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { onTestFinished } from 'vitest';
import { findBrowser, LAUNCH_ARGS } from '../../scripts/browser.mjs';
import { ROOT } from './package.js';
import { expect } from './test.js';

/** Replaces what can only stand once in a snippet. */
export function replaceOnce(code: string, from: string, to: string): string {
  expect(code.split(from), `the snippet has ${from} once`).toHaveLength(2);
  return code.replace(from, to);
}

let count = 0;
/** A folder for a test inside the package, so that it imports itself by name. */
export function scratch(): string {
  const folder = join(ROOT, 'temp', `snippets-${process.pid}-${++count}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What the compiler has against a file. */
export function typeErrors(...files: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Writes a snippet as a module that starts the browser of the tests. */
export async function moduleOf(folder: string, code: string): Promise<string> {
  const launch = `chromium.launch(${JSON.stringify({ executablePath: await findBrowser(), args: LAUNCH_ARGS })})`;
  const file = join(folder, 'snippet.mjs');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(file, ts.transpileModule(replaceOnce(code, 'chromium.launch()', launch), { compilerOptions }).outputText);
  return file;
}
