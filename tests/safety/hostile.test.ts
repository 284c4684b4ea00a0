/** A page that breaks its own built-ins, under a strict policy: the isolated world does not notice. */
import { expect, test } from '../support/test.js';
import { AUTO, refOf, textOf } from '../tools/support.js';

const BREAK = `
for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  if (name !== 'constructor' && typeof Array.prototype[name] === 'function') Array.prototype[name] = () => { throw new Error('array'); };
}
JSON.stringify = () => '"forged"';
JSON.parse = () => ({ forged: true });
Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0, left: 0, top: 0, right: 0, bottom: 0 });
Element.prototype.getAttribute = () => 'forged';
Object.defineProperty(Element.prototype, 'shadowRoot', { get() { throw new Error('shadowRoot'); } });
Node.prototype.contains = () => true;
window.MutationObserver = class { observe() { throw new Error('observer'); } };
window.setTimeout = () => { throw new Error('timer'); };
window.requestAnimationFrame = () => { throw new Error('frame'); };
window.getComputedStyle = () => { throw new Error('style'); };
window.console = new Proxy({}, { get() { throw new Error('console'); } });
window.Promise = class {};
`;
const PAGE = `<!doctype html><title>Hostile</title><script nonce="n1">window.hits = 0;</script>
<main><h1>Inbox</h1><button id="b">Load more</button><label>Note <input id="i"></label><select id="s" aria-label="Sort"><option>Newest<option>Oldest</select></main>
<script nonce="n1">document.getElementById('b').onclick = () => { window.hits++; document.title = 'hits ' + window.hits; };${BREAK}</script>`;
const CSP = "default-src 'none'; script-src 'nonce-n1'; require-trusted-types-for 'script'; trusted-types 'none'";

test('snapshot and actions work on a page that replaced its built-ins under CSP and Trusted Types', async ({ attach, load, page }) => {
  await load(PAGE, { headers: { 'content-security-policy': CSP } });
  const session = await attach(AUTO);
  const read = await session.call('read_page', {});
  expect(read).toSucceed();
  expect(textOf(read)).toContain('- heading "Inbox" [level=1]');
  expect(textOf(read)).not.toContain('forged');
  expect(await session.call('click', { element: 'Load more', ref: await refOf(session, 'button', 'Load more') })).toSucceed();
  expect(await session.call('type', { element: 'Note', ref: await refOf(session, 'textbox', 'Note'), text: 'hello' })).toSucceed();
  expect(
    await session.call('select_option', { element: 'Sort', ref: await refOf(session, 'combobox', 'Sort'), values: ['Oldest'] }),
  ).toSucceed();
  expect(await page.title()).toBe('hits 1');
  expect(await session.call('read_page', {})).toSucceed();
  const cdp = await page.context().newCDPSession(page);
  const seen = `(() => {
    const names = Object.getOwnPropertyNames(window);
    let ours = '';
    for (let i = 0; i < names.length; i++) if (/surehand/i.test(names[i])) ours += names[i];
    return document.getElementById('i').value + '|' + document.getElementById('s').value + '|' + ours;
  })()`;
  const value = await cdp.send('Runtime.evaluate', { expression: seen });
  expect(value.result.value).toBe('hello|Oldest|');
});
