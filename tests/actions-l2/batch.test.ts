/** Several actions as one call. */
import { describe } from 'vitest';
import type { Session } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { AUTO, refsOf, textOf } from './support.js';

const FORM =
  '<form onsubmit="event.preventDefault();log.push(u.value+p.value)"><label>User <input id=u></label><label>Password <input id=p type=password></label><label><input id=k type=checkbox> Keep</label><button>Sign in</button></form><script>window.log=[]</script>';

type Steps = Parameters<typeof stepsOf>[1];

/** Steps by name, on refs of one snapshot. */
function stepsOf(
  refs: Readonly<Record<string, string>>,
  wanted: readonly (readonly ['click', string] | readonly ['type' | 'select_option', string, string])[],
) {
  return wanted.map(([kind, name, value]) => {
    const place = { element: name, ref: refs[name] ?? 'snone_1_1' };
    if (kind === 'click') return { kind, params: place };
    if (kind === 'type') return { kind, params: { ...place, text: value } };
    return { kind, params: { ...place, values: [value] } };
  });
}
async function run(session: Session, wanted: Steps, more: object = {}) {
  return session.call('batch_actions', { actions: stepsOf(await refsOf(session), wanted), ...more });
}
const statuses = (result: Awaited<ReturnType<typeof run>>) => {
  const steps = result.ok ? result.data.steps : (result.error.details?.['steps'] as { status: string; reason?: string; code?: string }[]);
  return steps.map(({ status, reason, code }) => [status, reason ?? code].filter(Boolean).join(' '));
};

describe('what a batch does', () => {
  test('runs its steps in order, with one diff, and is verified when each of them is', async ({ load, attach }) => {
    const page = await load(FORM);
    const session = await attach(AUTO);
    const result = await run(session, [
      ['type', 'User', 'ada'],
      ['click', 'Keep'],
    ]);
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed', effect: 'verified' });
    expect(statuses(result)).toEqual(['ran', 'ran']);
    expect(await page.evaluate('[u.value, k.checked]')).toEqual(['ada', true]);
    expect(textOf(result).match(/# Page Changes/g)).toHaveLength(1);
    expect(textOf(result)).toContain('1. type: Set textbox "User" to "ada".');
  });

  test('is only observed when one step cannot be proved', async ({ load, attach }) => {
    await load(FORM);
    const result = await run(await attach(AUTO), [
      ['type', 'User', 'ada'],
      ['click', 'Sign in'],
    ]);
    expect(result.evidence).toMatchObject({ effect: 'observed' });
  });

  test('selects too, and everything by events in synthetic mode', async ({ load, attach }) => {
    const page = await load(
      '<label>Name <input id=n></label><label>Size <select id=s><option>S<option>L</select></label><button id=b>Go</button><script>window.trusted=[];for(const t of ["click","input","change"])addEventListener(t,e=>trusted.push(t+e.isTrusted),true)</script>',
    );
    const result = await run(await attach({ ...AUTO, input: 'synthetic' }), [
      ['type', 'Name', 'ada'],
      ['select_option', 'Size', 'L'],
      ['click', 'Go'],
    ]);
    expect(statuses(result)).toEqual(['ran', 'ran', 'ran']);
    expect(await page.evaluate('[n.value, s.value, trusted.filter(t=>t.endsWith("true"))]')).toEqual(['ada', 'L', []]);
  });

  test('holds the tab: another write comes after its last step', async ({ load, attach, page }) => {
    let other: Promise<unknown> = Promise.resolve();
    let write = (): Promise<unknown> => Promise.resolve();
    await page.exposeFunction('started', () => {
      other = write();
    });
    await load(
      '<button onclick="log.push(1);started()">One</button><button onclick="log.push(2)">Two</button><button onclick="log.push(3)">Three</button><script>window.log=[]</script>',
    );
    const session = await attach(AUTO);
    const refs = await refsOf(session);
    write = () => session.call('click', { element: 'Three', ref: refs['Three']! });
    expect(
      await session.call('batch_actions', {
        actions: stepsOf(refs, [
          ['click', 'One'],
          ['click', 'Two'],
        ]),
      }),
    ).toSucceed();
    await other;
    expect(await page.evaluate('log')).toEqual([1, 2, 3]);
  });

  test('waits at the end as a single action does', async ({ load, attach }) => {
    await load(
      '<button onclick="log=1">One</button><button onclick="setTimeout(()=>{o.textContent=\'late result\'},400)">Two</button><p id=o></p>',
    );
    const result = await run(await attach(AUTO), [
      ['click', 'One'],
      ['click', 'Two'],
    ]);
    expect(textOf(result)).toContain('late result');
  });
});

describe('what ends a batch', () => {
  test('a step whose element was drawn anew fails as stale; the next is not run (c080)', async ({ load, attach }) => {
    const page = await load(
      "<div id=r></div><script>window.log=[];const draw=l=>{r.innerHTML=l==='en'?'<button>Deutsch</button><button>Save</button><button>Delete</button>':'<button>English</button><button>Entfernen</button><button>Sichern</button>'};r.onclick=e=>{log.push(e.target.textContent);if(e.target.textContent==='Deutsch')draw('de')};draw('en')</script>",
    );
    const result = await run(await attach(AUTO), [
      ['click', 'Deutsch'],
      ['click', 'Save'],
      ['click', 'Delete'],
    ]);
    expect(result).toFailWith('stale_ref', /1\. click: Clicked.*2\. click: failed \(stale_ref\).*3\. click: Not run/s);
    expect(statuses(result)).toEqual(['ran', 'failed stale_ref', 'not_run failed_step']);
    expect(result.evidence).toMatchObject({ dispatch: 'confirmed', effect: 'observed' });
    expect(await page.evaluate('log')).toEqual(['Deutsch']);
  });

  const ends: readonly (readonly [string, string, string])[] = [
    ['a navigation', '<a href=/next>First</a>', 'navigation'],
    ['another address of the same page', "<button onclick=\"history.pushState(0,'','/other')\">First</button>", 'navigation'],
    ['a popup', '<button onclick="window.open(\'/next\')">First</button>', 'new_context'],
    ['a link to a new tab', '<a href=/next target=_blank>First</a>', 'new_context'],
    ['a form sent to a new tab', '<form action=/next target=_blank><button>First</button></form>', 'new_context'],
    ['a dialog', '<button onclick="alert(1)">First</button>', 'dialog'],
    [
      'many new controls',
      '<button onclick="for(let i=0;i<6;i++)m.append(Object.assign(document.createElement(\'button\'),{textContent:i}))">First</button><div id=m></div>',
      'significant_change',
    ],
    [
      'many changed lines',
      "<button onclick=\"for(const x of document.querySelectorAll('li'))x.textContent+='!'\">First</button><ul><li>a<li>b<li>c<li>d<li>e<li>f<li>g</ul>",
      'significant_change',
    ],
  ];
  for (const [title, html, reason] of ends) {
    test(`${title}: the rest is not run`, async ({ load, attach, server }) => {
      server.set('/next', '<h1>Next</h1>');
      const page = await load(`${html}<button onclick="document.title='pressed'">Second</button>`);
      const result = await run(await attach(AUTO), [
        ['click', 'First'],
        ['click', 'Second'],
      ]);
      expect(result).toSucceed({ stopped: reason });
      expect(statuses(result)).toEqual(['ran', `not_run ${reason}`]);
      expect(result.evidence?.effect).not.toBe('verified');
      expect(await page.title()).not.toBe('pressed');
    });
  }

  test('small changes and a fragment do not', async ({ load, attach }) => {
    const page = await load(
      '<a href=#tab onclick="o.textContent=\'two lines\'">First</a><p id=o>one</p><button onclick="document.title=\'pressed\'">Second</button>',
    );
    const result = await run(await attach(AUTO), [
      ['click', 'First'],
      ['click', 'Second'],
    ]);
    expect(statuses(result)).toEqual(['ran', 'ran']);
    expect(await page.title()).toBe('pressed');
  });

  test('changes are counted from the step before, not from the start', async ({ load, attach }) => {
    const add = "for(let i=0;i<3;i++)m.append(Object.assign(document.createElement('button'),{textContent:'n'+m.children.length}))";
    await load(
      `<button onclick="${add}">First</button><button onclick="${add}">Second</button><button onclick="1">Third</button><div id=m></div>`,
    );
    const result = await run(await attach(AUTO), [
      ['click', 'First'],
      ['click', 'Second'],
      ['click', 'Third'],
    ]);
    expect(statuses(result)).toEqual(['ran', 'ran', 'ran']);
  });

  test('a step that is refused is told with those before it', async ({ load, attach }) => {
    const page = await load('<label>User <input id=u></label><button disabled>Go</button><button>After</button>');
    const result = await run(await attach({ ...AUTO, timeouts: { precheck: 300 } }), [
      ['type', 'User', 'ada'],
      ['click', 'Go'],
      ['click', 'After'],
    ]);
    expect(result).toFailWith('disabled');
    expect(statuses(result)).toEqual(['ran', 'failed disabled', 'not_run failed_step']);
    expect(await page.evaluate('u.value')).toBe('ada');
  });

  test('an abort ends it at once', async ({ load, attach, page }) => {
    const stop = new AbortController();
    await page.exposeFunction('abort', () => stop.abort());
    await load('<button onclick="abort()">First</button><button disabled>Second</button><button>Third</button>');
    const session = await attach(AUTO);
    const actions = stepsOf(await refsOf(session), [
      ['click', 'First'],
      ['click', 'Second'],
      ['click', 'Third'],
    ]);
    const result = await session.call('batch_actions', { actions }, { signal: stop.signal });
    expect(result).toFailWith('aborted');
    expect(result.evidence?.dispatch).not.toBe('not_started');
    expect(statuses(result).at(-1)).toBe('not_run failed_step');
    expect(await session.call('click', { element: 'Third', ref: (await refsOf(session))['Third']! })).toSucceed();
  });
});

describe('the gate', () => {
  test('is asked once about all steps, and sees each of them', async ({ load, attach }) => {
    await load(FORM);
    const asked: { targets: string[]; preview: string }[] = [];
    const session = await attach({
      gatekeeper: {
        onApproval: ({ facts, preview }) => {
          asked.push({ targets: facts.targets.map((target) => target.name), preview });
          return { decision: 'once' };
        },
      },
    });
    expect(
      await run(session, [
        ['type', 'User', 'ada'],
        ['click', 'Sign in'],
      ]),
    ).toSucceed();
    expect(asked).toEqual([{ targets: ['User', 'Sign in'], preview: expect.stringMatching(/"User".*"Sign in".*text "ada"/) }]);
  });

  test('a rule against typing covers a batch that types', async ({ load, attach }) => {
    const page = await load(FORM);
    const session = await attach({ gatekeeper: { policy: 'auto', rules: [{ capability: 'fill', verdict: 'deny' }] } });
    expect(
      await run(session, [
        ['click', 'Keep'],
        ['type', 'User', 'ada'],
      ]),
    ).toFailWith('denied');
    expect(await page.evaluate('[u.value, k.checked]')).toEqual(['', false]);
    expect(await run(session, [['click', 'Keep']])).toSucceed();
  });

  test('text for a password field asks in any policy, and is never told', async ({ load, attach }) => {
    await load(FORM);
    const asked: string[] = [];
    const session = await attach({
      gatekeeper: {
        policy: 'auto',
        onApproval: ({ flags }) => {
          asked.push(...flags);
          return { decision: 'once' };
        },
      },
    });
    const result = await run(session, [
      ['type', 'User', 'ada'],
      ['type', 'Password', 'hunter2'],
    ]);
    expect(result).toSucceed();
    expect(asked).toEqual(['sensitive_payload']);
    expect(JSON.stringify([result, session.journal()])).not.toContain('hunter2');
    expect(JSON.stringify(session.journal())).toContain('ada');
  });
});

describe('bad inputs', () => {
  const click = { kind: 'click', params: { element: 'Go', ref: 'sabcdef_1_1' } };
  const cases: readonly (readonly [string, unknown])[] = [
    ['no action', []],
    ['five actions', [click, click, click, click, click]],
    ['an unknown kind', [{ kind: 'hover', params: click.params }]],
    ['unknown params', [{ kind: 'click', params: { ...click.params, text: 'x' } }]],
    ['text and secret', [{ kind: 'type', params: { ...click.params, text: 'x', secret: 'y' } }]],
    ['no values', [{ kind: 'select_option', params: { ...click.params, values: [] } }]],
    ['no ref', [{ kind: 'click', params: { element: 'Go', ref: 'button' } }]],
  ];
  for (const [title, actions] of cases) {
    test(title, async ({ page: _page, attach }) => {
      expect(await (await attach(AUTO)).callUnknown('batch_actions', { actions })).toFailWith('invalid_input');
    });
  }

  test('refs of two tabs', async ({ load, attach, context, server }) => {
    await load('<button>One</button>');
    const session = await attach(AUTO);
    const one = (await refsOf(session))['One']!;
    server.set('/two', '<button>Two</button>');
    const page = await context.newPage();
    await page.goto(server.url('/two'));
    const two = (await refsOf(session, session.tabIdOf(page)))['Two']!;
    const actions = [one, two].map((ref) => ({ kind: 'click' as const, params: { element: 'it', ref } }));
    expect(await session.call('batch_actions', { actions })).toFailWith('invalid_input', /different tabs/);
  });
});
