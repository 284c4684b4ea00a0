/** What a click has already brought about when its result comes back, by the presets of settling. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, clickOn } from './support.js';

/** A page with a button, a place for the outcome, and what a click does. */
const page = (script: string, extra = '') =>
  `<style>#box{transition:margin-left .3s}#box.on{margin-left:50px}@keyframes spin{to{transform:rotate(360deg)}}</style>
   <button id=b>Go</button><p id=o>waiting</p><div id=box>box</div>${extra}<script>const done=()=>{o.textContent='done'};b.onclick=()=>{${script}}</script>`;

/** Behaviours that end within 700 ms. */
const CAUGHT: readonly (readonly [string, string])[] = [
  ['at once', 'done()'],
  ['in a microtask', 'Promise.resolve().then(done)'],
  ['in a message', 'const c=new MessageChannel;c.port1.onmessage=done;c.port2.postMessage(1)'],
  ['in an animation frame', 'requestAnimationFrame(()=>requestAnimationFrame(done))'],
  ['when idle', 'requestIdleCallback(done)'],
  ['after 100 ms', 'setTimeout(done,100)'],
  ['after 300 ms', 'setTimeout(done,300)'],
  ['after 600 ms', 'setTimeout(done,600)'],
  ['after three timers', 'setTimeout(()=>setTimeout(()=>setTimeout(done,200),200),200)'],
  ['debounced', 'let t;for(let i=0;i<3;i++)setTimeout(()=>{clearTimeout(t);t=setTimeout(done,250)},i*80)'],
  ['after a request of 200 ms', "fetch('/slow200').then(done)"],
  ['after a request, a timer and a frame', "fetch('/slow200').then(()=>setTimeout(()=>requestAnimationFrame(done),150))"],
  ['after a CSS transition', "box.addEventListener('transitionend',done);box.className='on'"],
  ['after a lazy script', "const s=document.createElement('script');s.src='/chunk.js';s.onload=done;document.head.append(s)"],
  ['beside a streaming response', "fetch('/stream');setTimeout(done,200)"],
  ['beside an event source', "new EventSource('/events');setTimeout(done,200)"],
  ['beside an endless animation', "box.style.animation='spin 1s infinite linear';setTimeout(done,200)"],
  ['beside a poll', 'setInterval(()=>{},50);setTimeout(done,200)'],
];

describe('balanced returns with the outcome', () => {
  for (const [title, script] of CAUGHT) {
    test(title, async ({ load, attach, server }) => {
      server.set('/slow200', 'ok', { delayMs: 200 });
      server.set('/chunk.js', ';', { headers: { 'content-type': 'text/javascript' }, delayMs: 150 });
      server.set('/stream', (_request, response) => void response.writeHead(200).write('part'));
      server.set(
        '/events',
        (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
      );
      const target = await load(page(script));
      const session = await attach(AUTO);
      const result = await clickOn(session, 'button', 'Go');
      expect(await target.evaluate('o.textContent')).toBe('done');
      expect(result).toSucceed();
    });
  }

  test('a window opened after 600 ms, as an effect', async ({ load, attach, server }) => {
    server.set('/pop', '<title>Pop</title>');
    await load(page("setTimeout(()=>window.open('/pop'),600)"));
    const session = await attach(AUTO);
    const result = await clickOn(session, 'button', 'Go');
    expect(result).toMatchObject({
      ok: true,
      data: { effects: expect.arrayContaining([expect.objectContaining({ kind: 'tab_created' })]) },
    });
  });

  test('a navigation through redirects', async ({ load, attach, server }) => {
    server.redirect('/one', '/two');
    server.redirect('/two', '/three');
    server.set('/three', '<h1>Third</h1>');
    await load(page("location='/one'"));
    const session = await attach(AUTO);
    const result = await clickOn(session, 'button', 'Go');
    expect(result).toMatchObject({
      ok: true,
      data: {
        url: server.url('/three'),
        effects: expect.arrayContaining([expect.objectContaining({ kind: 'url', to: server.url('/three') })]),
      },
    });
    expect(result.ok && result.data.diff).toContain('Third');
  });

  test('a navigation after a timer, to a slow server', async ({ load, attach, server }) => {
    server.set('/late', '<h1>Late</h1>', { delayMs: 700 });
    await load(page("setTimeout(()=>{location='/late'},200)"));
    const session = await attach(AUTO);
    expect(await clickOn(session, 'button', 'Go')).toMatchObject({ ok: true, data: { url: server.url('/late') } });
  });
});

describe('what never ends does not hold it up', () => {
  const ENDLESS: readonly (readonly [string, string])[] = [
    ['a ticking clock', 'setInterval(()=>{o.textContent=Date.now()},20)'],
    ['a polling timer', "const poll=()=>{fetch('/slow200');setTimeout(poll,300)};poll()"],
    ['frames', 'const f=()=>{o.textContent=performance.now();requestAnimationFrame(f)};f()'],
    ['a long poll', "fetch('/never')"],
  ];
  for (const [title, script] of ENDLESS) {
    test(title, async ({ load, attach, server }) => {
      server.set('/slow200', 'ok', { delayMs: 200 });
      server.hang('/never');
      await load(page(script));
      const session = await attach(AUTO);
      const result = await clickOn(session, 'button', 'Go');
      expect(result).toSucceed();
      // The deadline of the call would end a settle that hangs.
      if (title === 'a long poll') expect(result.evidence?.networkSettled).toBe(false);
    });
  }
});

test('fast returns before a timer, patient waits for it', async ({ load, attach }) => {
  const target = await load(page('setTimeout(done,400)'));
  const fast = await attach({ ...AUTO, settle: 'fast' });
  await clickOn(fast, 'button', 'Go');
  expect(await target.evaluate('o.textContent')).toBe('waiting');
  await target.reload();
  const patient = await attach({ ...AUTO, settle: 'patient' });
  await clickOn(patient, 'button', 'Go');
  expect(await target.evaluate('o.textContent')).toBe('done');
});

test('without the probe short timers are caught by the shared counter', async ({ load, attach }) => {
  const target = await load(page('setTimeout(done,300)'));
  const session = await attach({ ...AUTO, probe: false });
  await clickOn(session, 'button', 'Go');
  expect(await target.evaluate('o.textContent')).toBe('done');
});

test('the probe leaves nothing in the page', async ({ load, attach }) => {
  const target = await load(
    `<script>window.before=setTimeout;window.names=Object.getOwnPropertyNames(window).length</script>${page('setTimeout(done,50)')}`,
  );
  const session = await attach(AUTO);
  const names = await target.evaluate('Object.getOwnPropertyNames(window).length');
  await clickOn(session, 'button', 'Go');
  await expect.poll(() => target.evaluate('setTimeout === before')).toBe(true);
  expect(await target.evaluate('Object.getOwnPropertyNames(window).length')).toBe(names);
});
