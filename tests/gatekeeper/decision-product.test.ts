/** Every policy x effects x capability x rule shape x origin kind x payload kind, against an oracle that was written from the design. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthorityStore } from '../../src/gatekeeper/authority.js';
import { decide } from '../../src/gatekeeper/decide.js';
import { factsOf } from '../../src/gatekeeper/facts.js';
import { winningRule } from '../../src/gatekeeper/rules.js';
import type { GatekeeperOptions, Policy, Rule, Verdict } from '../../src/gatekeeper/types.js';
import { describeTool } from '../../src/registry/descriptor.js';
import type { CallSubject } from '../../src/registry/subject.js';
import { fakeTool } from '../registry/support.js';
import * as oracle from './oracle.js';
import { target } from './support.js';

const { BANK, BLOCKED, OTHER, PAY, SHOP } = oracle;
const POLICIES: readonly Policy[] = ['always', 'untrusted', 'auto'];
const VERDICTS: readonly Verdict[] = ['allow', 'ask', 'deny'];
const CAPABILITIES = [
  'read',
  'navigate',
  'organize',
  'click',
  'fill',
  'eval_page',
  'download',
  'upload',
  'interact',
  'memory',
  'fetch',
  'files',
  'ask',
  'mcp',
] as const satisfies readonly NonNullable<Rule['capability']>[];
/** Every capability, reading and writing; and what reads by sending something away. */
const TOOLS: readonly oracle.ToolKind[] = [
  ...CAPABILITIES.flatMap((capability) =>
    (['read', 'write'] as const).map((effects) => ({ name: `${capability}_${effects}`, capability, effects, egress: false })),
  ),
  ...(['fetch', 'navigate', 'mcp'] as const).map(
    (capability) => ({ name: `${capability}_send`, capability, effects: 'read', egress: true }) as const,
  ),
];
const WHO = ['exact', 'prefix', 'star', 'capability'] as const;
const SHAPES: readonly oracle.RuleShape[] = [
  ...WHO.flatMap((who) => (['anywhere', 'the shop'] as const).map((where) => ({ who, where }))),
  { who: 'exact', where: 'the shop and below' } as const,
  { who: 'exact', where: 'elsewhere' } as const,
  { who: 'another tool', where: 'anywhere' } as const,
].flatMap((shape) => VERDICTS.map((verdict) => ({ ...shape, verdict })));

const ORIGINS = { anywhere: '*', 'the shop': SHOP, 'the shop and below': '*.shop.example', elsewhere: 'https://nowhere.test' } as const;
function ruleOf({ who, where, verdict }: oracle.RuleShape, { name, capability }: oracle.ToolKind): Rule {
  const common = { origin: ORIGINS[where], verdict };
  if (who === 'capability') return { ...common, capability };
  return { ...common, tool: { exact: name, prefix: `${name.slice(0, -2)}*`, star: '*', 'another tool': 'zebra' }[who] };
}

const LISTS: GatekeeperOptions = { blockedOrigins: [BLOCKED], hostAccess: [SHOP, PAY, OTHER, BANK, BLOCKED] };
const authorityOf = (policy: Policy, rules: readonly Rule[], hasShippedRules = true) =>
  new AuthorityStore({ ...LISTS, policy, rules, removeDefaultRules: !hasShippedRules }).now;

const TEXTS: Readonly<Record<oracle.PayloadWord, string>> = {
  none: 'hello',
  card: '4111 1111 1111 1111',
  credential: 'hello',
  'password field': 'hunter2',
  secret: '',
  'e-mail': 'Write to robin.vale@example.com soon',
  'card and e-mail': 'robin.vale@example.com 4111111111111111',
};
function subjectOf(
  { capability, name, effects, egress }: oracle.ToolKind,
  place: oracle.PlaceKind,
  payload: oracle.PayloadWord,
): CallSubject {
  const isMcp = capability === 'mcp';
  const { descriptor } = describeTool(
    fakeTool({
      name,
      capability,
      effects,
      egress,
      usesTab: true,
      level: isMcp ? 'mcp' : 'L1',
      ...(isMcp ? { binding: { kind: 'mcp' as const, id: name, serverId: 'desk' } } : {}),
    }),
  );
  const text = TEXTS[payload];
  const url = place.isUrl ? `${place.acted[0]}/there` : undefined;
  const top = place.top ?? SHOP;
  const hasElement = !place.isUrl && top !== '';
  return {
    callId: 'c1',
    tool: descriptor,
    input: {
      ...(url === undefined ? {} : { url }),
      ...(payload === 'credential' ? { api_key: 'k1' } : {}),
      ...(payload === 'secret' ? { secret: 'pin' } : { text }),
    },
    spec: { ...(url === undefined ? {} : { url }), ...(payload === 'secret' ? { secret: 'pin' } : { text }) },
    tab: { tabId: 1, url: top === '' ? 'about:blank' : `${top}/`, origin: top, navigation: 0 },
    targets: hasElement
      ? place.acted.map((origin, index) =>
          target({
            ref: `saaaa_1_${index + 1}`,
            origin,
            topOrigin: top,
            ...(payload === 'password field' ? { inputType: 'password' } : {}),
            ...(place.leadsTo === undefined ? {} : { href: `${place.leadsTo}/x` }),
          }),
        )
      : [],
  };
}

/** Holds product and oracle together for one list of rule shapes; what differs is told with its case. */
function compare(
  policies: readonly Policy[],
  lists: readonly (readonly oracle.RuleShape[])[],
  part: Partial<Record<'tools' | 'places' | 'payloads', number>>,
) {
  const wrong: string[] = [];
  const deciders = new Map<string, number>();
  let rows = 0;
  const few = <T>(all: readonly T[], step = 1): readonly T[] => all.filter((_, index) => index % step === 0);
  for (const tool of few(TOOLS, part.tools)) {
    const authorities = policies.flatMap((policy) =>
      lists.map((rules) => {
        const authority = authorityOf(
          policy,
          rules.map((shape) => ruleOf(shape, tool)),
        );
        return { policy, rules, authority };
      }),
    );
    for (const place of few(oracle.PLACES, part.places))
      for (const payload of few(oracle.PAYLOADS, part.payloads)) {
        const subject = subjectOf(tool, place, payload);
        const facts = factsOf(subject);
        for (const { policy, rules, authority } of authorities) {
          const expected = oracle.expectedOf({ policy, tool, rules, place, payload, hasShippedRules: true });
          const { verdict, rule, by } = decide(subject, facts, authority);
          rows++;
          deciders.set(`${verdict} by ${by}`, (deciders.get(`${verdict} by ${by}`) ?? 0) + 1);
          if (verdict === expected.verdict && rule === expected.rule) continue;
          if (wrong.length < 10)
            wrong.push(
              `${policy}, ${tool.name}, ${JSON.stringify(rules)}, ${place.name}, ${payload}: ${verdict} by ${rule}, not ${expected.verdict} by ${expected.rule}`,
            );
        }
      }
  }
  return { wrong, deciders, rows };
}

test.each(POLICIES)('policy %s: no rule, and every shape of one', { timeout: 120_000 }, (policy) => {
  const { wrong, deciders, rows } = compare([policy], [[], ...SHAPES.map((shape) => [shape])], {});
  expect(wrong).toEqual([]);
  expect(rows).toBe(31 * 34 * 16 * 7);
  const asks = policy === 'auto' ? [] : ['ask by policy'];
  const allows = policy === 'always' ? [] : ['allow by policy'];
  expect([...deciders.keys()].toSorted()).toEqual(
    [
      'allow by interaction',
      'allow by rule',
      ...allows,
      'ask by host_access',
      ...asks,
      'ask by rule',
      'ask by sensitive_payload',
      'deny by boundary',
      'deny by rule',
      'deny by sensitive_origin',
      'deny by shipped_rule',
    ].toSorted(),
  );
});

test('every pair of rules', { timeout: 120_000 }, () => {
  const pairs = SHAPES.flatMap((one) => SHAPES.map((two) => [one, two]));
  const { wrong, rows } = compare(['untrusted'], pairs, { tools: 11, places: 5, payloads: 6 });
  expect(wrong).toEqual([]);
  expect(rows).toBe(33 * 33 * 3 * 4 * 2);
});

// ---------------------------------------------------------------- properties

const anyTool = fc.constantFrom(...TOOLS);
const anyShapes = fc.array(fc.constantFrom(...SHAPES), { maxLength: 6 });
const anyCase = fc.record({
  policy: fc.constantFrom(...POLICIES),
  tool: anyTool,
  shapes: anyShapes,
  place: fc.constantFrom(...oracle.PLACES),
  payload: fc.constantFrom(...oracle.PAYLOADS),
  hasShippedRules: fc.boolean(),
});
type AnyCase = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
function decided({ policy, tool, shapes, place, payload, hasShippedRules }: AnyCase, extra: Parameters<typeof decide>[3] = undefined) {
  const subject = subjectOf(tool, place, payload);
  const authority = authorityOf(
    policy,
    shapes.map((shape) => ruleOf(shape, tool)),
    hasShippedRules,
  );
  const grants = place.acted.map((origin, index) => ({ id: String(index), tool: tool.name, origin, scope: 'session' as const }));
  return decide(subject, factsOf(subject), extra ? { ...authority, grants, trustedParties: [] } : authority, extra);
}

const RUNS = { numRuns: 1_000 };
const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

test('no allow, of rules, grants and hooks at once, silences a deny or a forced ask', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      const before = decided(one);
      const everything = { who: 'star', where: 'anywhere', verdict: 'allow' } as const;
      const after = decided({ ...one, shapes: [...one.shapes, everything] }, { verdict: 'allow', reason: 'The hook says so.' });
      // A shipped rule yields to a rule of the host by design, and says so.
      if (before.by === 'shipped_rule') expect(after.lifted).toBe(before.rule);
      else if (before.verdict === 'deny') expect([after.verdict, after.rule]).toEqual(['deny', before.rule]);
      else if (before.by !== 'policy' && before.verdict === 'ask') expect([after.verdict, after.rule]).toEqual(['ask', before.rule]);
    }),
    RUNS,
  );
});

test('taking a rule out never turns a deny into an allow in silence', () => {
  fc.assert(
    fc.property(anyCase, fc.nat(5), (one, at) => {
      fc.pre(one.shapes.length > 0);
      const told: string[] = [];
      const rules = one.shapes.map((shape, index) => ({ ...ruleOf(shape, one.tool), id: `mine:${index}` }));
      const store = new AuthorityStore(
        { ...LISTS, policy: one.policy, rules, removeDefaultRules: !one.hasShippedRules },
        undefined,
        (change, revision, what) => told.push(`${change} ${revision} ${what}`),
      );
      const subject = subjectOf(one.tool, one.place, one.payload);
      const before = decide(subject, factsOf(subject), store.now);
      const { revision } = store;
      const id = `mine:${at % rules.length}`;
      store.removeRule(id);
      // It is written down, and every approval given under it is void.
      expect(told).toEqual([`rule_removed ${revision + 1} ${id}`]);
      const after = decide(subject, factsOf(subject), store.now);
      // What did not rest on the rule stays.
      if (before.by === 'host_access') expect(after.verdict).not.toBe('allow');
      // With the rule that lifted a shipped one, that one holds again: stricter, never looser.
      else if (before.lifted !== undefined && after.lifted === undefined)
        expect(STRICTNESS[after.verdict]).toBeGreaterThanOrEqual(STRICTNESS[before.verdict]);
      else if (before.rule !== id) expect([after.verdict, after.rule]).toEqual([before.verdict, before.rule]);
      // What allows it afterwards is there by itself and is named: another rule, or the policy; over a shipped rule with a note.
      else if (before.verdict === 'deny' && after.verdict === 'allow') {
        expect(['rule', 'policy']).toContain(after.by);
        expect(after.rule).not.toBe(id);
        expect(after.lifted).toBe(one.tool.capability === 'eval_page' ? 'shipped:eval_page' : undefined);
      }
    }),
    RUNS,
  );
});

test('without the shipped rule whatever it denied says that it was removed', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      const before = decided({ ...one, hasShippedRules: true });
      const after = decided({ ...one, hasShippedRules: false });
      if (before.by !== 'shipped_rule') expect([after.verdict, after.rule]).toEqual([before.verdict, before.rule]);
      else expect(after).toMatchObject({ lifted: 'shipped:eval_page', reason: expect.stringContaining('removeDefaultRules') });
    }),
    RUNS,
  );
});

test('specificity only orders equal verdicts: made general, the covering rules decide alike', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      const subject = subjectOf(one.tool, one.place, one.payload);
      const facts = factsOf(subject);
      const covering = one.shapes.filter((shape) => winningRule([{ ...ruleOf(shape, one.tool), id: 'x' }], subject.tool, facts));
      const general = covering.map(({ verdict }) => ({ who: 'star', where: 'anywhere', verdict }) as const);
      expect(decided({ ...one, shapes: general }).verdict).toBe(decided(one).verdict);
      expect(decided({ ...one, shapes: one.shapes.toReversed() }).verdict).toBe(decided(one).verdict);
    }),
    RUNS,
  );
});

test('a rule that denies or asks never makes anything looser', () => {
  fc.assert(
    fc.property(anyCase, fc.constantFrom(...SHAPES), (one, extra) => {
      const before = decided(one);
      const after = decided({ ...one, shapes: [...one.shapes, extra] });
      if (extra.verdict === 'deny') expect(STRICTNESS[after.verdict]).toBeGreaterThanOrEqual(STRICTNESS[before.verdict]);
      if (extra.verdict === 'allow') expect(STRICTNESS[after.verdict]).toBeLessThanOrEqual(STRICTNESS[before.verdict]);
    }),
    RUNS,
  );
});
