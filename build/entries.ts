/** What the package exports: for each name in dist/ its source. What has no source yet is left out. */
import { existsSync, readdirSync } from 'node:fs';

type Entries = Readonly<Record<string, string>>;

const ADAPTERS = 'src/adapters';

function adapters(): Entries {
  const files = existsSync(ADAPTERS) ? readdirSync(ADAPTERS).filter((file) => file.endsWith('.ts')) : [];
  return Object.fromEntries(files.map((file) => [`adapters/${file.slice(0, -'.ts'.length)}`, `${ADAPTERS}/${file}`]));
}

function existing(files: Entries): Entries {
  return Object.fromEntries(Object.entries(files).filter(([, file]) => existsSync(file)));
}

export const libraryEntries: Entries = existing({ index: 'src/index.ts', testing: 'src/testing/index.ts', ...adapters() });

export const commandEntries: Entries = existing({ cli: 'src/cli/index.ts' });
