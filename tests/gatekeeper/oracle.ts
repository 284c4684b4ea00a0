/**
 * What should be decided, worked out from the rules of design section 7 and from nothing of the product: cases are described by what they are
 * (an element in a frame of somebody else, a link to a bank), and the answers follow from that description alone.
 */
import type { Policy, Rule, Verdict } from '../../src/gatekeeper/types.js';

export const SHOP = 'https://shop.example';
export const PAY = 'https://pay.test';
export const OTHER = 'https://other.test';
export const BANK = 'https://www.chase.com';
export const BLOCKED = 'https://blocked.test';
export const FAR = 'https://far.test';

export type Who = 'exact' | 'prefix' | 'star' | 'capability' | 'another tool';
export type Where = 'anywhere' | 'the shop' | 'the shop and below' | 'elsewhere';
export interface RuleShape {
  readonly who: Who;
  readonly where: Where;
  readonly verdict: Verdict;
}
/** A place, by what of it counts. */
export interface PlaceKind {
  readonly name: string;
  /** Origins acted on. */
  readonly acted: readonly string[];
  /** The page around; absent for a call that goes by URL. */
  readonly top?: string;
  readonly isUrl?: boolean;
  /** Where pressing leads. */
  readonly leadsTo?: string;
}
export type PayloadWord = 'none' | 'card' | 'credential' | 'password field' | 'secret' | 'e-mail' | 'card and e-mail';

export const PLACES: readonly PlaceKind[] = [
  { name: 'the page', acted: [SHOP], top: SHOP },
  { name: 'a frame of somebody else', acted: [PAY], top: SHOP },
  { name: 'a sensitive page', acted: [BANK], top: BANK },
  { name: 'a sensitive frame', acted: [BANK], top: SHOP },
  { name: 'a frame in a sensitive page', acted: [SHOP], top: BANK },
  { name: 'a URL', acted: [OTHER], isUrl: true },
  { name: 'a URL of the shop', acted: [SHOP], isUrl: true },
  { name: 'a sensitive URL', acted: [BANK], isUrl: true },
  { name: 'a page that nobody made', acted: [''], top: '' },
  { name: 'a blocked frame', acted: [BLOCKED], top: SHOP },
  { name: 'a blocked URL', acted: [BLOCKED], isUrl: true },
  { name: 'a frame without host access', acted: [FAR], top: SHOP },
  { name: 'a URL without host access', acted: [FAR], isUrl: true },
  { name: 'a link to a sensitive page', acted: [SHOP], top: SHOP, leadsTo: BANK },
  { name: 'a link to a blocked page', acted: [SHOP], top: SHOP, leadsTo: BLOCKED },
  { name: 'two frames', acted: [SHOP, PAY], top: SHOP },
];
export const PAYLOADS: readonly PayloadWord[] = ['none', 'card', 'credential', 'password field', 'secret', 'e-mail', 'card and e-mail'];

export interface ToolKind {
  readonly name: string;
  readonly capability: NonNullable<Rule['capability']>;
  readonly effects: 'read' | 'write';
  readonly egress: boolean;
}
export interface Case {
  readonly policy: Policy;
  readonly tool: ToolKind;
  readonly rules: readonly RuleShape[];
  readonly place: PlaceKind;
  readonly payload: PayloadWord;
  readonly hasShippedRules: boolean;
}
export interface Expected {
  readonly verdict: Verdict;
  readonly rule: string;
}

const covers = (shape: RuleShape, { acted, top, isUrl }: PlaceKind): boolean => {
  if (shape.who === 'another tool' || shape.where === 'elsewhere') return false;
  if (shape.where === 'anywhere') return true;
  // Both other shapes are about the shop alone. An allow has to cover everything; a deny or an ask counts wherever the call touches the shop.
  if (shape.verdict === 'allow') return acted.every((origin) => origin === SHOP);
  return acted.includes(SHOP) || (!isUrl && top === SHOP);
};

const ORDER: readonly Verdict[] = ['deny', 'ask', 'allow'];
const BY_WHO: Readonly<Record<Who, number>> = { exact: 2, prefix: 1, capability: 1, star: 0, 'another tool': 0 };
const BY_WHERE: Readonly<Record<Where, number>> = { 'the shop': 2, 'the shop and below': 1, anywhere: 0, elsewhere: 0 };

/** The strictest; of equals the one that says more of the tool, then of the place, then the first. */
function winner(rules: readonly RuleShape[], place: PlaceKind): { readonly id: string; readonly verdict: Verdict } | undefined {
  const covering = rules.map((shape, index) => ({ shape, id: `rule:${index + 1}` })).filter(({ shape }) => covers(shape, place));
  for (const verdict of ORDER) {
    const equals = covering.filter(({ shape }) => shape.verdict === verdict);
    const most = Math.max(...equals.map(({ shape }) => BY_WHO[shape.who]));
    const named = equals.filter(({ shape }) => BY_WHO[shape.who] === most);
    const nearest = Math.max(...named.map(({ shape }) => BY_WHERE[shape.where]));
    const found = named.find(({ shape }) => BY_WHERE[shape.where] === nearest);
    if (found) return { id: found.id, verdict };
  }
  return undefined;
}

/** The first thing in the input that is sensitive, as the decision names it. */
function sensitive({ payload, place, tool }: Case): string | undefined {
  const hasElement = !place.isUrl && place.top !== '';
  const isForOthers = tool.capability === 'mcp' || place.acted.some((origin) => origin !== (place.isUrl ? SHOP : place.top));
  const kinds: Readonly<Record<PayloadWord, string | undefined>> = {
    none: undefined,
    card: 'card_number',
    credential: 'credential',
    'password field': hasElement ? 'password_field' : undefined,
    secret: 'secret',
    'e-mail': isForOthers ? 'email' : undefined,
    'card and e-mail': 'card_number',
  };
  return kinds[payload];
}

/** Everything a call has to do with; leaving a page (navigate, organize) has nothing to do with it. */
function touched({ place, tool }: Case): readonly string[] {
  if (place.isUrl) return place.acted;
  if (tool.capability === 'navigate' || tool.capability === 'organize') return [];
  return [...place.acted, place.top ?? '', ...(tool.capability === 'click' && place.leadsTo ? [place.leadsTo] : [])];
}

/** Decides by the book. */
export function expectedOf(one: Case): Expected {
  const { policy, tool, place, rules, hasShippedRules } = one;
  const isActing = tool.effects === 'write' || tool.egress;
  if (touched(one).includes(BLOCKED)) return { verdict: 'deny', rule: `blockedOrigins:${BLOCKED}` };
  if (tool.capability === 'ask') return { verdict: 'allow', rule: 'capability:ask' };
  const leadsToBank = tool.capability === 'click' && place.leadsTo === BANK;
  if (isActing && (place.acted.includes(BANK) || place.top === BANK || leadsToBank))
    return { verdict: 'deny', rule: 'sensitive_origin:*.chase.com' };
  const won = winner(rules, place);
  if (won?.verdict === 'deny') return { verdict: 'deny', rule: won.id };
  if (!won && hasShippedRules && tool.capability === 'eval_page') return { verdict: 'deny', rule: 'shipped:eval_page' };
  if (won?.verdict === 'ask') return { verdict: 'ask', rule: won.id };
  const kind = isActing ? sensitive(one) : undefined;
  if (kind !== undefined) return { verdict: 'ask', rule: `sensitive_payload:${kind}` };
  const asks = policy === 'always' || (policy === 'untrusted' && tool.effects === 'write');
  if (!won && asks) return { verdict: 'ask', rule: `policy:${policy}` };
  if (touched(one).includes(FAR)) return { verdict: 'ask', rule: `hostAccess:${FAR}` };
  return { verdict: 'allow', rule: won ? won.id : `policy:${policy}` };
}
