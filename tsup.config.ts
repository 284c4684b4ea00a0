import { defineConfig, type Options } from 'tsup';
import { esbuildPage } from './build/bundle-page.js';
import { commandEntries, libraryEntries } from './build/entries.js';

const common: Options = { target: 'node20', platform: 'node', splitting: true, silent: true, esbuildPlugins: [esbuildPage] };

export default defineConfig([
  { ...common, entry: { ...libraryEntries, ...commandEntries }, format: 'esm' },
  // These are ESM only, and not every Node 20 can require() that, so the CommonJS build carries its own copies.
  { ...common, entry: { ...libraryEntries }, format: 'cjs', noExternal: ['p-retry', /^mdast-util-/], define: { 'import.meta.url': '""' } },
  { ...common, entry: { ...libraryEntries }, format: ['esm', 'cjs'], dts: { only: true } },
]);
