/** The decision: a pure function of facts, rules, grants and policy. The first step that has an answer decides. */
import type { CallSubject } from '../registry/subject.js';
import { matchesOrigin, originOf } from '../shared/origins.js';
import { type Boundary, outside } from './boundary.js';
import { type NamedRule, SHIPPED_RULES, winningRule } from './rules.js';
import { sensitivePattern } from './sensitive.js';
import type { DecidedBy, Decision, Flag, GateFacts, Grant, PayloadKind, Policy, Verdict } from './types.js';

/** What the answer depends on besides the call. */
export interface Authority {
  readonly policy: Policy;
  readonly rules: readonly NamedRule[];
  readonly hasShippedRules: boolean;
  readonly sensitive: readonly string[];
  readonly boundary: Boundary;
  readonly grants: readonly Grant[];
  /** Third parties that the user approved something for. */
  readonly trustedParties: readonly string[];
  /** Origin patterns that the host gave access to; undefined: all. */
  readonly hostAccess: readonly string[] | undefined;
}
/** What hooks said, strictest first. */
export interface HookVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
}

type Step = Omit<Decision, 'flags'>;
interface Input {
  readonly subject: CallSubject;
  readonly facts: GateFacts;
  readonly authority: Authority;
  readonly hook: HookVerdict | undefined;
}

const step = (verdict: Verdict, by: DecidedBy, rule: string, reason: string): Step => ({ verdict, by, rule, reason });

/** Tools that only talk to the user, or leave for another time. */
const HARMLESS: ReadonlySet<string> = new Set(['ask']);
/** Tools that leave the current page and so need not be allowed on it. */
const LEAVES: ReadonlySet<string> = new Set(['navigate', 'organize']);

/** Writes, and reads that send something away. */
const isActing = ({ tool }: CallSubject): boolean => tool.effects === 'write' || tool.egress;

/** Where the browser would go or send a form when the call does what it says. */
function reaches({ subject, facts }: Input): readonly string[] {
  const { capability } = subject.tool;
  const urls = facts.targets.flatMap((target) => {
    const isSubmitted = subject.spec.submits === true || (capability === 'click' && target.submits);
    return [capability === 'click' ? target.href : undefined, isSubmitted ? target.formAction : undefined];
  });
  return urls.filter((url) => url !== undefined && /^https?:/i.test(url)).map((url) => originOf(url ?? ''));
}

/** Everything a call has to do with. */
function places(input: Input): readonly string[] {
  const { subject, facts } = input;
  if (facts.destination) return facts.origins;
  return LEAVES.has(subject.tool.capability) ? [] : [...facts.origins, facts.topOrigin, ...reaches(input)];
}

function atBoundary(input: Input): Step | undefined {
  for (const origin of places(input)) {
    const rule = outside(input.authority.boundary, origin);
    if (rule !== undefined) return step('deny', 'boundary', rule, `${origin} is outside the origins of this session.`);
  }
  return undefined;
}

function onSensitiveOrigin(input: Input): Step | undefined {
  const { subject, facts, authority } = input;
  if (!isActing(subject)) return undefined;
  const here = facts.destination ? [] : [facts.topOrigin];
  for (const place of [...facts.origins, ...here, ...reaches(input)]) {
    const pattern = place === '' ? undefined : sensitivePattern(authority.sensitive, place);
    if (pattern !== undefined)
      return step('deny', 'sensitive_origin', `sensitive_origin:${pattern}`, `${place} is a sensitive origin: nothing is written there.`);
  }
  return undefined;
}

const STRICT: readonly Verdict[] = ['allow', 'ask', 'deny'];

/** A call with steps does what its steps do: a deny or an ask for one of them covers the call. An allow for a step allows no call. */
function strictestOfParts({ spec }: CallSubject, facts: GateFacts, rules: readonly NamedRule[]): NamedRule | undefined {
  const strict = rules.filter((rule) => rule.verdict !== 'allow');
  const found = (spec.parts ?? []).flatMap(({ tool, capability }) => winningRule(strict, { name: tool, capability }, facts) ?? []);
  return found.find((rule) => rule.verdict === 'deny') ?? found[0];
}

/** Host rules; where none matches, the shipped ones. */
function matchedRule({ subject, facts, authority }: Input): { readonly rule: NamedRule; readonly by: 'rule' | 'shipped_rule' } | undefined {
  const host = winningRule(authority.rules, subject.tool, facts);
  const strict = strictestOfParts(subject, facts, authority.rules);
  if (strict && (!host || STRICT.indexOf(strict.verdict) > STRICT.indexOf(host.verdict))) return { rule: strict, by: 'rule' };
  if (host) return { rule: host, by: 'rule' };
  const shipped = authority.hasShippedRules ? winningRule(SHIPPED_RULES, subject.tool, facts) : undefined;
  return shipped && { rule: shipped, by: 'shipped_rule' };
}

function byVerdict(verdict: Verdict, matched: ReturnType<typeof matchedRule>, hook: HookVerdict | undefined): Step | undefined {
  if (matched?.rule.verdict === verdict) {
    const where = matched.rule.origin ?? '*';
    const what = matched.rule.tool ?? `capability ${matched.rule.capability}`;
    return step(verdict, matched.by, matched.rule.id, `A rule says ${verdict} for ${what} on ${where}.`);
  }
  return hook?.verdict === verdict ? step(verdict, 'hook', 'hook', hook.reason) : undefined;
}

/** An e-mail address is sensitive as long as somebody is given it whom the user has approved nothing for. */
function sensitiveKinds({ facts, authority }: Input): readonly PayloadKind[] {
  const isKnown = facts.thirdParties.every((party) => authority.trustedParties.includes(party));
  return isKnown ? facts.payload.filter((kind) => kind !== 'email') : facts.payload;
}

function onSensitivePayload(input: Input): Step | undefined {
  const kinds = sensitiveKinds(input);
  const [kind] = kinds;
  return (
    kind && step('ask', 'sensitive_payload', `sensitive_payload:${kind}`, `The input holds something sensitive (${kinds.join(', ')}).`)
  );
}

/** An origin of the call that the host gave no access to. */
function withoutAccess(input: Input): string | undefined {
  const { hostAccess } = input.authority;
  if (hostAccess === undefined) return undefined;
  return places(input).find((origin) => origin !== '' && !hostAccess.some((pattern) => matchesOrigin(pattern, origin)));
}

/** What would be allowed on an origin that the host gave no access to is asked about. */
function checkAccess(input: Input, decided: Step): Step {
  const origin = decided.verdict === 'allow' && decided.by !== 'interaction' ? withoutAccess(input) : undefined;
  if (origin === undefined) return decided;
  return step('ask', 'host_access', `hostAccess:${origin}`, `The host gave no access to ${origin}. Otherwise: ${decided.reason}`);
}

function matchesGrant(grant: Grant, { subject, facts }: Input): boolean {
  if (grant.tool !== subject.tool.name || facts.origins.length === 0 || !facts.origins.every((origin) => origin === grant.origin))
    return false;
  const { element } = grant;
  if (!element) return true;
  const [target, ...others] = facts.targets;
  return (
    target !== undefined &&
    others.length === 0 &&
    target.role === element.role &&
    target.name === element.name &&
    (target.context?.key ?? '') === element.contextKey
  );
}

function byGrant(input: Input): Step | undefined {
  const grant = input.authority.grants.find((one) => matchesGrant(one, input));
  return grant && step('allow', 'grant', `grant:${grant.id}`, `The user allowed ${grant.tool} on ${grant.origin} for the ${grant.scope}.`);
}

function byPolicy({ subject, authority: { policy } }: Input): Step {
  const isAsked = policy === 'always' || (policy === 'untrusted' && subject.tool.effects === 'write');
  const reason = isAsked ? `Policy ${policy} asks about every ${policy === 'always' ? 'call' : 'write'}.` : `Policy ${policy} allows it.`;
  return step(isAsked ? 'ask' : 'allow', 'policy', `policy:${policy}`, reason);
}

/** The steps in their order, for docs. */
export const DECISION_STEPS: readonly (readonly [DecidedBy, string])[] = [
  ['boundary', 'Deny what has to do with an origin outside `allowedOrigins` or inside `blockedOrigins`.'],
  ['interaction', 'Allow tools that only talk to the user.'],
  ['sensitive_origin', 'Deny writes, and reads that send something away, on a sensitive origin. Nothing overrides this.'],
  ['rule', 'Deny where a rule of the host says so. A shipped rule counts only where no host rule matches.'],
  ['hook', 'Deny where a hook says so.'],
  ['rule', 'Ask where a rule says so, then where a hook says so. Earlier approvals do not silence this.'],
  [
    'sensitive_payload',
    'Ask about card numbers, credentials, text for password fields, secrets, and e-mail addresses for third parties. No allow silences this.',
  ],
  ['grant', 'Allow what the user approved for the session or the site.'],
  ['rule', 'Allow where a rule says so, then where a hook says so.'],
  ['policy', 'Policy `always` asks about everything, `untrusted` about writes, `auto` about nothing.'],
  ['host_access', 'Ask all the same where steps 8 to 10 would allow something on an origin outside `hostAccess`.'],
];

function firstStep(input: Input): Step {
  const { subject, hook } = input;
  const early = atBoundary(input);
  if (early) return early;
  if (HARMLESS.has(subject.tool.capability))
    return step('allow', 'interaction', `capability:${subject.tool.capability}`, 'It only talks to the user.');
  const matched = matchedRule(input);
  return (
    onSensitiveOrigin(input) ??
    byVerdict('deny', matched, hook) ??
    byVerdict('ask', matched, hook) ??
    onSensitivePayload(input) ??
    byGrant(input) ??
    byVerdict('allow', matched, hook) ??
    byPolicy(input)
  );
}

function flagsOf(input: Input, decided: Step): readonly Flag[] {
  const { subject, facts } = input;
  const flags: Flag[] = [];
  if (sensitiveKinds(input).length > 0) flags.push('sensitive_payload');
  // A level alone never asks: the flag stands only beside another ask.
  if (decided.verdict === 'ask' && subject.tool.level === 'L2' && subject.tool.effects === 'write') flags.push('escalation_l2');
  if (decided.by !== 'interaction' && withoutAccess(input) !== undefined) flags.push('host_access');
  if (facts.elementMismatch) flags.push('element_mismatch');
  if (facts.pageMadeApproval) flags.push('page_made_approval');
  return flags;
}

/** Decides. */
export function decide(subject: CallSubject, facts: GateFacts, authority: Authority, hook?: HookVerdict): Decision {
  const input: Input = { subject, facts, authority, hook };
  const decided = checkAccess(input, firstStep(input));
  const lifted = liftedRule(input, decided);
  const reason =
    lifted === undefined ? decided.reason : `${decided.reason} The shipped rule ${lifted} does not count: ${whyLifted(input)}.`;
  return { ...decided, reason, flags: flagsOf(input, decided), ...(lifted === undefined ? {} : { lifted }) };
}

/** The shipped rule for a call that is not denied, where the host saw to it that it does not count: never in silence. */
function liftedRule({ subject, facts }: Input, { verdict, by }: Step): string | undefined {
  if (verdict === 'deny' || by === 'interaction') return undefined;
  return winningRule(SHIPPED_RULES, subject.tool, facts)?.id;
}

const whyLifted = ({ authority }: Input): string =>
  authority.hasShippedRules ? 'a rule of the host takes its place' : 'the host removed it (removeDefaultRules)';
