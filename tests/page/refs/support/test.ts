/** `test` with `open`: a page with this body, and the bundle in it. */
import { test as base } from '../../../support/test.js';
import { RefsPage } from './refs-page.js';
import { source } from './source.js';

export { expect } from '../../../support/test.js';
export type { Printed } from './refs-page.js';

interface Fixtures {
  open: (body: string) => Promise<RefsPage>;
}

export const test = base.extend<Fixtures>({
  open: async ({ load }, use) => {
    await use(async (body) => RefsPage.install(await load(`<!doctype html><title>Test</title><body>${body}</body>`), source));
  },
});
