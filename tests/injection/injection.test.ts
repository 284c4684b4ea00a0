import { z } from 'zod';
import { SdkError } from '../../src/shared/errors.js';
import { judge, subject, target } from '../gatekeeper/support.js';
import { FakeSession, fakeTool, textOf } from '../registry/support.js';
import { parseSnapshot } from '../support/parse-snapshot.js';
import { expect, test } from '../support/test.js';
import { ATTACKS } from './attacks.js';

test('there are enough of them', () => {
  expect(new Set(ATTACKS).size).toBeGreaterThanOrEqual(40);
});

const OPEN = /<<<web_content_([0-9a-f]{16}) origin="[^"\n]*" tool="[a-z_]+">>>/g;
const CLOSE = /<<<end_web_content_([0-9a-f]{16})>>>/g;

/** One boundary, of one id, and nothing of the attack outside of it. */
function expectFenced(text: string, own: RegExp): void {
  const [opened, ...more] = [...text.matchAll(OPEN)];
  const closed = [...text.matchAll(CLOSE)];
  expect(more).toEqual([]);
  expect(closed.map(([, id]) => id)).toEqual([opened?.[1]]);
  expect(text.match(/<{3}/g)).toHaveLength(2);
  expect(text.slice(0, opened?.index)).toMatch(own);
  expect(text.slice((closed[0]?.index ?? 0) + (closed[0]?.[0].length ?? 0))).toBe('');
}

test.for(ATTACKS)('%j breaks no boundary: content, errors, and what they quote', async (attack) => {
  const session = new FakeSession({
    tools: [
      fakeTool({
        name: 'say',
        effects: 'read',
        capability: 'read',
        execute: async () => ({ data: { attack }, content: [{ type: 'text', text: attack }] }),
      }),
      fakeTool({
        name: 'throw',
        effects: 'read',
        capability: 'read',
        execute: async () => {
          throw new SdkError('occluded', `${attack} would get the click.`, {
            details: { blocker: { name: attack }, candidates: [attack] },
          });
        },
      }),
      fakeTool({ name: 'crash', effects: 'read', capability: 'read', execute: async () => Promise.reject(new Error(attack)) }),
    ],
  });
  expectFenced(textOf(await session.call('say', {})), /^\[tabId=1\]\n$/);
  expectFenced(textOf(await session.call('throw', {})), /^\[tabId=1\]\nFailed: occluded \(precheck\)\.\nHint: .*\n$/);
  expectFenced(textOf(await session.call('crash', {})), /^\[tabId=1\]\nFailed: internal \(dispatch\)\.\nHint: .*\n$/);
});

test.for(ATTACKS)('%j changes no decision, wherever it stands', (attack) => {
  const inTarget = [
    target({ name: attack }),
    target({ otherWords: attack }),
    target({ context: { kind: 'row', key: attack, rest: attack } }),
    target({ frameName: attack }),
  ];
  for (const options of [{}, { policy: 'auto' }, { policy: 'always' }] as const) {
    const plain = judge(subject('click', { targets: [target()] }), options);
    for (const one of inTarget)
      expect(judge(subject('click', { targets: [one] }), options)).toMatchObject({ verdict: plain.verdict, rule: plain.rule });
    // The words of the model decide nothing either.
    const spoken = judge(subject('click', { input: { element: attack }, spec: { element: attack }, targets: [target()] }), options);
    expect(spoken).toMatchObject({ verdict: plain.verdict, rule: plain.rule });
  }
  const denied = judge(subject('click', { targets: [target({ name: attack })] }), { rules: [{ tool: 'click', verdict: 'deny' }] });
  expect(denied).toMatchObject({ verdict: 'deny', rule: 'rule:1' });
});

test.for(ATTACKS)('%j stays in its place in what an approver and a model are shown', async (attack) => {
  let preview = '';
  const session = new FakeSession({
    gatekeeper: {
      onApproval: (request) => {
        preview = request.preview;
        return { decision: 'decline', note: 'no' };
      },
    },
    tools: [fakeTool({ input: z.strictObject({ ref: z.string().describe('Ref.') }) })],
  });
  session.elements.set('sabcd_1_1', { name: attack });
  expectFenced(textOf(await session.call('poke', { ref: 'sabcd_1_1' })), /^\[tabId=1\]\nFailed: approval_declined \(gate\)\.\nHint: .*\n$/);
  expect(preview).toMatch(/^poke button "/);
  expect(preview).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

test('pages full of them: the snapshot keeps its grammar, and every ref in it is one that was issued', { timeout: 60_000 }, async ({
  attach,
  load,
  page,
}) => {
  const parts = ATTACKS.map((attack) => attack.toWellFormed().replaceAll('\u0000', '')).map((attack) => {
    const text = html(attack);
    return `<section aria-label="${text}"><p>${text}</p><button aria-label="${text}">x</button><input placeholder="${text}" value="${text}">
      <img alt="${text}" src="data:,"><a href="#x" title="${text}">${text}</a><p hidden>${text}</p></section>`;
  });
  await load(`<title>${html(ATTACKS[10] as string)}</title>${parts.join('')}`);
  const session = await attach({ gatekeeper: { policy: 'auto' } }, page);
  let cursor: string | undefined;
  let buttons = 0;
  do {
    const read = await session.call('read_page', { maxTokens: 6_000, ...(cursor === undefined ? {} : { cursor }) });
    if (!read.ok) throw new Error(read.error.message);
    expectFenced(textOf(read), /^\[tabId=\d+\]\n$/);
    const { lines } = parseSnapshot(read.data.text);
    const issued = new Set(read.data.nodes.flatMap(({ ref }) => ref ?? []));
    const printed = lines.flatMap(({ ref }) => ref ?? []);
    expect(new Set(printed)).toEqual(issued);
    expect(printed.some((ref) => ref.startsWith('sevil'))).toBe(false);
    buttons += lines.filter(({ role, ref }) => role === 'button' && ref !== undefined).length;
    ({ cursor } = read.data);
  } while (cursor !== undefined);
  expect(buttons).toBeGreaterThanOrEqual(ATTACKS.length);
  for (let n = 1; n <= 7; n++) expect((await session.call('click', { element: 'x', ref: `sevil_1_${n}` })).ok).toBe(false);
});
