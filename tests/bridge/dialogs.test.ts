import type { Dialog } from 'playwright-core';
import { acquire, expect, logged, MS, tabOf, test } from './support/engine.js';

const ASK = "[alert('a'), confirm('c'), prompt('p', 'default')].join()";

test('between calls dialogs are dismissed, one after the other, and told once', async ({ load, tab }) => {
  const page = await load('<p>x');
  expect(await page.evaluate(ASK)).toBe(',false,');
  expect(tab.dialogs.takeUnreported()).toEqual([
    { type: 'alert', message: 'a', answer: 'dismissed' },
    { type: 'confirm', message: 'c', answer: 'dismissed' },
    { type: 'prompt', message: 'p', answer: 'dismissed' },
  ]);
  expect(tab.dialogs.takeUnreported()).toEqual([]);
  expect(tab.dialogs.open).toBeUndefined();
});

test('a guard answers as told until it is released', async ({ load, tab }) => {
  const page = await load('<p>x');
  const guard = tab.dialogs.guard({ accept: true, promptText: 'mine' });
  expect(await page.evaluate(ASK)).toBe(',true,mine');
  expect(guard.release().map(({ answer }) => answer)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(tab.dialogs.takeUnreported()).toEqual([]);
  expect(await page.evaluate("confirm('c')")).toBe(false);
  const without = tab.dialogs.guard({ accept: true });
  expect(await page.evaluate("prompt('p', 'default')")).toBe('default');
  without.release();
  expect(tab.log.since(0).filter(({ type }) => type === 'dialog')).toMatchObject([
    { dialogType: 'alert', answer: 'accepted' },
    { dialogType: 'confirm', answer: 'accepted' },
    { dialogType: 'prompt', answer: 'accepted', promptText: 'mine' },
    { dialogType: 'confirm', answer: 'dismissed' },
    { dialogType: 'prompt', answer: 'accepted' },
  ]);
});

test('an alert while the page loads, and dialogs of frames, are answered', async ({ page, server, tab }) => {
  server.set('/in', "<script>alert('from a frame')</script><p>in");
  server.set('/', "<h1>before</h1><script>alert('loading');after=true</script><iframe src='{{B}}/in'></iframe>");
  await page.goto(server.url());
  expect(await page.evaluate('after')).toBe(true);
  expect(tab.dialogs.takeUnreported().map(({ message }) => message)).toEqual(['loading', 'from a frame']);
});

test('beforeunload is dismissed unless told otherwise', async ({ load, page, server, tab }) => {
  server.set('/next', '<p>next');
  await load('<button>x</button><script>onbeforeunload = (e) => e.preventDefault()</script>');
  await page.click('button');
  await expect(page.goto(server.url('/next'))).rejects.toThrow();
  expect(page.url()).toBe(server.url('/'));
  expect(tab.dialogs.takeUnreported()).toMatchObject([{ type: 'beforeunload', answer: 'dismissed' }]);
  const guard = tab.dialogs.guard({ accept: true });
  // The browser aborts a navigation that comes before the refused one is over.
  await expect
    .poll(() =>
      page.goto(server.url('/next')).then(
        () => 'there',
        () => 'aborted',
      ),
    )
    .toBe('there');
  expect(guard.release()).toMatchObject([{ type: 'beforeunload', answer: 'accepted' }]);
});

test('a host listener that was there before answers; we report', async ({ context, page, load }) => {
  await load('<p>x');
  let dialog: Dialog | undefined;
  page.on('dialog', (seen) => {
    dialog = seen;
  });
  const engine = acquire(context);
  const tab = tabOf(engine, page);
  expect(tab.dialogs.hostOwned).toBe(true);
  const guard = tab.dialogs.guard({ accept: true });
  const asked = page.evaluate("confirm('c')");
  await logged(engine, tab, 'dialog');
  expect(tab.dialogs.open).toEqual({ type: 'confirm', message: 'c' });
  await dialog?.dismiss();
  expect(await asked).toBe(false);
  expect(guard.release()).toEqual([{ type: 'confirm', message: 'c', answer: 'host' }]);
  await expect.poll(() => tab.dialogs.open).toBeUndefined();
  await engine.release();
});

test('a host listener that comes later and answers at once is not answered twice', async ({ load, tab, engine }) => {
  const page = await load('<p>x');
  await tab.ready(MS);
  const errors: unknown[] = [];
  page.once('dialog', (dialog) => dialog.accept().catch((error) => errors.push(error)));
  expect(await page.evaluate("confirm('c')")).toBe(true);
  await logged(engine, tab, 'dialog');
  expect(tab.dialogs.takeUnreported()).toEqual([{ type: 'confirm', message: 'c', answer: 'host' }]);
  expect(errors).toEqual([]);
  expect(tab.dialogs.hostOwned).toBe(false);
});

test('engines of both modes answer a dialog once and share a guard', async ({ load, engine, mainEngine, page }) => {
  await load('<p>x');
  const [one, two] = [tabOf(engine, page), tabOf(mainEngine, page)];
  const guard = two.dialogs.guard({ accept: true });
  expect(await page.evaluate("confirm('c')")).toBe(true);
  expect(guard.release()).toMatchObject([{ answer: 'accepted' }]);
  expect(await page.evaluate("confirm('d')")).toBe(false);
  expect(one.dialogs.takeUnreported()).toMatchObject([{ message: 'd', answer: 'dismissed' }]);
  expect(two.dialogs.takeUnreported()).toMatchObject([{ message: 'd', answer: 'dismissed' }]);
});

test('a guard comes back after the host took all listeners away, and says when it cannot', async ({ load, context, tab }) => {
  const page = await load('<p>x');
  context.removeAllListeners('dialog');
  const guard = tab.dialogs.guard({ accept: true });
  expect(await page.evaluate("confirm('c')")).toBe(true);
  guard.release();
  context.removeAllListeners('dialog');
  const { on } = context;
  context.on = () => context;
  expect(() => tab.dialogs.guard({ accept: true })).toThrow(expect.objectContaining({ code: 'safety_boundary_unavailable' }));
  context.on = on;
});
