/** Trusted verbs whatever the input mode, and the one call that an ineffective synthetic one asks for. */
import { describe } from 'vitest';
import { expect, test } from '../support/test.js';
import { AUTO, refNamed, textOf } from './support.js';

const SYNTHETIC = { ...AUTO, input: 'synthetic' } as const;
/** A field that keeps only what real keys enter: it puts back what was there after any other input. */
const KEYS_ONLY =
  '<label>Code <input id=i></label><script>window.log=[];let kept="";addEventListener("beforeinput",e=>{if(e.isTrusted)setTimeout(()=>{kept=i.value})},true);i.addEventListener("input",e=>{log.push(e.isTrusted);if(!e.isTrusted)i.value=kept})</script>';

describe('click_trusted and type_trusted', () => {
  test('send trusted input in synthetic mode', async ({ load, attach }) => {
    const page = await load(
      '<button id=b>Go</button><label>Name <input id=n></label><script>window.log=[];for(const t of ["pointerdown","click","dblclick","input"])addEventListener(t,e=>log.push(t+e.isTrusted+(e.shiftKey?"s":"")),true)</script>',
    );
    const session = await attach(SYNTHETIC);
    await session.call('click', { element: 'Go', ref: await refNamed(session, 'Go') });
    expect(await page.evaluate('log.splice(0)')).toEqual(['pointerdownfalse', 'clickfalse']);
    const clicked = await session.call('click_trusted', { element: 'Go', ref: await refNamed(session, 'Go'), modifiers: ['Shift'] });
    expect(clicked).toSucceed();
    expect(await page.evaluate('log.splice(0)')).toEqual(['pointerdowntrues', 'clicktrues']);
    await session.call('click_trusted', { element: 'Go', ref: await refNamed(session, 'Go'), doubleClick: true });
    expect(await page.evaluate('log.splice(0)')).toContain('dblclicktrue');
    const typed = await session.call('type_trusted', { element: 'Name', ref: await refNamed(session, 'Name'), text: 'ada' });
    expect(typed).toSucceed({ value: { asked: 'ada', now: 'ada' } });
    expect(await page.evaluate('log.splice(0)')).toContain('inputtrue');
    await session.call('type_trusted', { element: 'Name', ref: await refNamed(session, 'Name'), text: ' b', mode: 'append', slowly: true });
    expect(await page.evaluate('n.value')).toBe('ada b');
  });

  test('type_trusted enters secrets, and submits once', async ({ load, attach }) => {
    const page = await load(
      '<form onsubmit="event.preventDefault();log.push(p.value)"><label>Password <input id=p type=password></label></form><script>window.log=[]</script>',
    );
    const session = await attach({
      input: 'synthetic',
      secrets: { login: 'hunter2' },
      gatekeeper: { onApproval: () => ({ decision: 'once' }) },
    });
    const result = await session.call('type_trusted', {
      element: 'Password',
      ref: await refNamed(session, 'Password'),
      secret: 'login',
      submit: true,
    });
    expect(result).toSucceed();
    expect(await page.evaluate('log')).toEqual(['hunter2']);
    expect(JSON.stringify([result, session.journal()])).not.toContain('hunter2');
  });

  for (const [tool, input] of [
    ['click_trusted', { element: 'x', ref: 'nothing' }],
    ['click_trusted', { element: 'x', ref: 'sabcdef_1_1', button: 'fourth' }],
    ['type_trusted', { element: 'x', ref: 'sabcdef_1_1' }],
    ['type_trusted', { element: 'x', ref: 'sabcdef_1_1', text: 'a', secret: 'b' }],
    ['type_trusted', { element: 'x', ref: 'sabcdef_1_1', text: 'a', mode: 'insert' }],
  ] as const)
    test(`bad input: ${tool} ${JSON.stringify(input)}`, async ({ page: _page, attach }) => {
      expect(await (await attach(AUTO)).callUnknown(tool, input)).toFailWith('invalid_input');
    });
});

test('select_option works by events alone in synthetic mode, in drawn lists too', async ({ load, attach }) => {
  const page = await load(
    '<button id=b role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=l aria-label=Size>S</button><ul id=l role=listbox hidden><li role=option>S</li><li role=option>L</li></ul>' +
      "<script>window.trusted=[];addEventListener('click',e=>trusted.push(e.isTrusted),true);b.onclick=()=>{l.hidden=false;b.setAttribute('aria-expanded','true')};l.onclick=e=>{b.textContent=e.target.textContent;for(const o of l.children)o.setAttribute('aria-selected',o===e.target);l.hidden=true;b.setAttribute('aria-expanded','false')}</script>",
  );
  const session = await attach(SYNTHETIC);
  const result = await session.call('select_option', { element: 'Size', ref: await refNamed(session, 'Size'), values: ['L'] });
  expect(result).toSucceed({ changed: true });
  expect(await page.evaluate('[b.textContent, trusted]')).toEqual(['L', [false, false]]);
});

describe('escalation', () => {
  test('a type by events that had no effect is made once more by the keyboard, as a call of its own', async ({ load, attach }) => {
    const page = await load(KEYS_ONLY);
    const session = await attach(SYNTHETIC);
    const result = await session.call('type', { element: 'Code', ref: await refNamed(session, 'Code'), text: '4711' }, { callId: 'one' });
    expect(result).toSucceed({ value: { asked: '4711', now: '4711' } });
    expect(result.details).toMatchObject({
      escalatedFrom: { callId: 'one', tool: 'type' },
      escalatedTo: { callId: 'one.trusted', tool: 'type_trusted', ok: true },
    });
    expect(textOf(result)).toContain('type_trusted was called once');
    expect(await page.evaluate('i.value')).toBe('4711');
    const first = session.journal('one');
    expect(first.at(-1)).toMatchObject({
      type: 'call_done',
      ok: false,
      error: { code: 'l1_not_effective', details: { escalation: { tool: 'type_trusted', input: { text: '4711' } } } },
    });
    expect(session.journal('one.trusted').map(({ type }) => type)).toEqual(
      expect.arrayContaining(['call_proposed', 'gate_decided', 'call_dispatching', 'call_done']),
    );
  });

  test('passes the gate again, and a refusal leaves the first failure', async ({ load, attach }) => {
    const page = await load(KEYS_ONLY);
    const session = await attach({
      input: 'synthetic',
      gatekeeper: { policy: 'auto', rules: [{ tool: 'type_trusted', verdict: 'deny' }] },
    });
    const result = await session.call('type', { element: 'Code', ref: await refNamed(session, 'Code'), text: '4711' });
    expect(result).toFailWith('l1_not_effective');
    expect(result.details).toMatchObject({ escalatedTo: { tool: 'type_trusted', ok: false, code: 'denied' } });
    expect(await page.evaluate('i.value')).toBe('');
  });

  test('happens once: a field that takes nothing at all fails after the second call', async ({ load, attach }) => {
    await load('<label>Code <input id=i></label><script>i.oninput=()=>{i.value=""}</script>');
    const session = await attach(SYNTHETIC);
    const result = await session.call('type', { element: 'Code', ref: await refNamed(session, 'Code'), text: 'x' }, { callId: 'one' });
    expect(result).toFailWith('l1_not_effective');
    expect(result.details).toMatchObject({ escalatedTo: { callId: 'one.trusted' } });
    expect(session.journal().filter(({ type }) => type === 'call_proposed')).toHaveLength(3);
  });

  test('a password stays masked in both calls', async ({ load, attach }) => {
    await load(KEYS_ONLY.replace('<input', '<input type=password'));
    const session = await attach({ input: 'synthetic', gatekeeper: { onApproval: () => ({ decision: 'once' }) } });
    const result = await session.call('type', { element: 'Code', ref: await refNamed(session, 'Code'), text: 'hunter2' });
    expect(result.details).toMatchObject({ escalatedTo: { tool: 'type_trusted' } });
    expect(JSON.stringify([result, session.journal()])).not.toContain('hunter2');
  });

  test('a click never escalates, and a trusted session has nothing to escalate to', async ({ load, attach }) => {
    await load('<button>Nothing</button><label>Code <input id=i></label><script>i.oninput=()=>{i.value=""}</script>');
    const synthetic = await attach(SYNTHETIC);
    expect((await synthetic.call('click', { element: 'Nothing', ref: await refNamed(synthetic, 'Nothing') })).details).not.toHaveProperty(
      'escalatedTo',
    );
    const trusted = await attach(AUTO);
    const result = await trusted.call('type', { element: 'Code', ref: await refNamed(trusted, 'Code'), text: 'x' });
    expect(result).toFailWith('l1_not_effective');
    expect(result.details ?? {}).not.toHaveProperty('escalatedTo');
  });

  test('in a batch the step fails and names the tool; nothing else is called', async ({ load, attach }) => {
    await load(KEYS_ONLY);
    const session = await attach(SYNTHETIC);
    const ref = await refNamed(session, 'Code');
    const result = await session.call('batch_actions', { actions: [{ kind: 'type', params: { element: 'Code', ref, text: 'x' } }] });
    expect(result).toFailWith('l1_not_effective');
    expect(result).toMatchObject({ error: { details: { steps: [{ status: 'failed', details: { escalationTool: 'type_trusted' } }] } } });
    expect(session.journal().filter((event) => event.type === 'call_proposed' && event.tool === 'type_trusted')).toEqual([]);
  });
});
