/** What is kept back, and what is told of what could not be read. */
import { expect, test } from '../support/test.js';

test('a password that is shown for a moment stays masked', async ({ load, session }) => {
  const page = await load('<label>Password <input id="p" type="password" value="hunter2"></label><button>Show</button>');
  const hidden = await session.call('read_page', {});
  expect(hidden.ok && hidden.data.text).toContain('[value="••••"]');
  await page.evaluate("document.querySelector('#p').type='text';document.querySelector('#p').select()");
  const shown = await session.call('read_page', {});
  expect(shown.ok && shown.data.text).toContain('textbox "Password" [value="••••"]');
  expect(JSON.stringify(await session.call('get_selection', {}))).not.toContain('hunter2');
  expect(JSON.stringify(await session.call('find_in_page', { query: 'hunter2' }))).not.toMatch(/value=[^,]*hunter2/);
});

test('a selection in a frame set is found', async ({ load, server, session }) => {
  server.set('/left', '<p>Left words</p>');
  const page = await load(
    '<!doctype html><title>Set</title><frameset cols="50%,50%"><frame src="/left" title="Left"><frame src="{{B}}/left" title="Right"></frameset>',
  );
  await page.frame({ url: server.url('/left') })?.evaluate('getSelection().selectAllChildren(document.body)');
  const result = await session.call('get_selection', {});
  expect(result).toSucceed();
  expect(JSON.stringify(result)).toContain('Left words');
});

test('a frame that was refused or has not loaded is named with its reason', async ({ page, server, session }) => {
  server.set('/refused', 'no', { headers: { 'x-frame-options': 'DENY' } });
  server.hang('/hang');
  server.set('/', '<p>Top</p><iframe title="Refused" src="{{B}}/refused"></iframe><iframe title="Slow" src="/hang"></iframe>');
  await page.goto(server.url('/'), { waitUntil: 'domcontentloaded' });
  const refused = { name: 'Refused', url: server.urlB('/refused'), reason: 'the browser could not load it' };
  const slow = { name: 'Slow', url: server.url('/hang'), reason: 'it has not loaded' };
  await expect
    .poll(async () => {
      const result = await session.call('read_page', {});
      return result.ok ? result.data.coverage.failedFrames : result.error;
    })
    .toEqual([refused, slow]);
});

test('closed roots that cannot be entered are counted', async ({ attach, load }) => {
  await load(
    "<div id=h><b>Light</b></div><p>After</p><script>document.getElementById('h').attachShadow({mode:'closed'}).innerHTML='<button>Inside</button>'</script>",
  );
  const isolated = await attach();
  const main = await attach({ world: 'main' });
  const [entered, shut] = [await isolated.call('read_page', {}), await main.call('read_page', {})];
  expect(entered).toSucceed();
  expect(shut).toSucceed();
  expect(entered.ok && [entered.data.coverage.closedRoots, entered.data.text.includes('Inside')]).toEqual([0, true]);
  expect(shut.ok && [shut.data.coverage.closedRoots, shut.data.text.includes('Inside')]).toEqual([1, false]);
});
