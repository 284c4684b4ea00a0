// @ts-check
/** Prints docs/ from the code. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runMain } from './setup.mjs';

await runMain(async () => {
  const { build } = await import('esbuild');
  const outfile = join(ROOT, 'node_modules/.cache/surehand-docs.mjs');
  await build({
    entryPoints: [join(ROOT, 'build/generate-docs.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  /** @type {{ generateDocs(): ReadonlyMap<string, string> }} */
  const { generateDocs } = await import(pathToFileURL(outfile).href);
  for (const [path, text] of generateDocs()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    console.log(path);
  }
  rmSync(outfile);
  return 0;
});
