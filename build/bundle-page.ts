/** Turns an in-page entry into one expression string; the only code that knows how. */
import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';

const QUERY = /\?page$/;

/** A helper that esbuild puts in front of code that needs it; the page could patch what the helper calls. */
const HELPER = /^\s*var (__[A-Za-z]+) = /m;

export interface PageBundle {
  /** `(publish=>{CODE})`, to be called in a page with a function that takes what the entry publishes. */
  source: string;
  /** Hash of the content; two bundles with the same hash are the same code. */
  hash: string;
  /** The files it was made of, relative to the working folder. */
  inputs: string[];
}

export async function bundlePage(entry: string): Promise<PageBundle> {
  const { outputFiles, metafile, warnings } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const readable = outputFiles[0]?.text ?? '';
  if (warnings[0]) throw new Error(`${entry}: ${warnings[0].text}`);
  const helper = HELPER.exec(readable)?.[1];
  if (helper)
    throw new Error(
      `${entry} needs the bundler's helper ${helper}: export nothing from the entry, import by name, and use no syntax newer than ES2022.`,
    );
  const { code } = await transform(readable, { minify: true, target: 'es2022', legalComments: 'none' });
  const text = code.trim();
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { source: `(publish=>{${text}})`, hash, inputs: Object.keys(metafile.inputs) };
}

function moduleText({ source, hash }: PageBundle): string {
  return `export const source=${JSON.stringify(source)};export const hash=${JSON.stringify(hash)};`;
}

/** For tsup. */
export const esbuildPage: Plugin = {
  name: 'page',
  setup(host) {
    host.onResolve({ filter: QUERY }, async (args) => {
      const found = await host.resolve(args.path.replace(QUERY, ''), { resolveDir: args.resolveDir, kind: args.kind });
      // Relative, because the path becomes a comment in what is built.
      return { path: relative('.', found.path), namespace: 'page', errors: found.errors };
    });
    host.onLoad({ filter: /./, namespace: 'page' }, async (args) => {
      const bundle = await bundlePage(args.path);
      return { contents: moduleText(bundle), loader: 'js', watchFiles: bundle.inputs.map((file) => resolve(file)) };
    });
  },
};

/** For vitest. */
export const vitePage = {
  name: 'page',
  enforce: 'pre' as const,
  async load(this: { addWatchFile(file: string): void }, id: string): Promise<string | null> {
    if (!QUERY.test(id)) return null;
    const bundle = await bundlePage(id.replace(QUERY, ''));
    for (const file of bundle.inputs) this.addWatchFile(resolve(file));
    return moduleText(bundle);
  },
};
