import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { vitePage } from './build/bundle-page.js';

/** Folders of tests that need no browser. */
const UNIT = ['unit', 'registry', 'gatekeeper', 'shared', 'interaction', 'journal', 'adapters'].map(
  (folder) => `tests/${folder}/**/*.test.ts`,
);
const PACKAGE = ['tests/package/**/*.test.ts'];

export default defineConfig({
  plugins: [vitePage],
  test: {
    setupFiles: ['tests/support/matchers.ts'],
    reporters: ['default', './tests/support/plain-reporter.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: UNIT, testTimeout: 10_000, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/**/*.test.ts'],
          exclude: [...UNIT, ...PACKAGE],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          isolate: false,
          // A busy CI machine gets two more tries for browser tests; the reporter names each test that needed it.
          retry: env.CI ? 2 : 0,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'package', include: PACKAGE, testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
