/** A host with a real browser that is killed in the middle of a click. The browser is not its child, and lives on. */
import { writeSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fileStore, Session } from '../../src/index.js';

const [, , endpoint = '', url = '', folder = '', state = ''] = process.argv;

const store = fileStore(folder);
const browser = await chromium.connect(endpoint);
const page = await browser.newPage();
await page.goto(url);
const session = await Session.attach(page, {
  store: {
    ...store,
    journal: {
      append(event) {
        if (event.type === 'call_done' && state === 'done-unwritten') die();
        store.journal.append(event);
        if (event.type === state && 'tool' in event && event.tool === 'click') die();
      },
      read: () => store.journal.read(),
    },
  },
  gatekeeper: { policy: 'auto' },
});

function die(): void {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const ref = (await session.describe(page.locator('button')))?.ref ?? '';
await session.call('click', { element: 'Pay', ref });
writeSync(1, 'ended\n');
process.exit(0);
