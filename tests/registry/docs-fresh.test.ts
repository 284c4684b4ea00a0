import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateDocs } from '../../build/generate-docs.js';

test.each([...generateDocs()])('%s is what the code says; node scripts/docs.mjs prints it anew', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});
