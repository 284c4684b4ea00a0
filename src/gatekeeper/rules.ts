/** Which rule decides. */
import { isOriginPattern, matchesOrigin, originSpecificity } from '../shared/origins.js';
import type { GateFacts, Rule, Verdict } from './types.js';

/** A rule with its name. */
export type NamedRule = Rule & { readonly id: string };
type Places = Pick<GateFacts, 'origins' | 'topOrigin'>;
type ToolFacts = { readonly name: string; readonly capability: string };

/** In force unless a host rule matches. */
export const SHIPPED_RULES: readonly NamedRule[] = [{ id: 'shipped:eval_page', capability: 'eval_page', origin: '*', verdict: 'deny' }];

const TOOL_PATTERN = /^(\*|[a-z][a-z0-9_]*\*?)$/;

/** What is wrong with a rule, or undefined. */
export function ruleFault(rule: Rule): string | undefined {
  if (rule.tool !== undefined && !TOOL_PATTERN.test(rule.tool))
    return `tool ${JSON.stringify(rule.tool)} is neither a name, a start with *, nor *`;
  if (rule.origin !== undefined && !isOriginPattern(rule.origin))
    return `origin ${JSON.stringify(rule.origin)} is neither an origin such as https://shop.example, *.domain, nor *`;
  return undefined;
}

function coversTool(rule: Rule, tool: ToolFacts): boolean {
  if (rule.capability !== undefined) return rule.capability === tool.capability;
  if (rule.tool === '*') return true;
  return rule.tool.endsWith('*') ? tool.name.startsWith(rule.tool.slice(0, -1)) : rule.tool === tool.name;
}

/** A deny or ask covers a call that touches its origin anywhere; an allow only one that stays within. */
function coversPlace(rule: Rule, facts: Places, isUrlCall: boolean): boolean {
  const pattern = rule.origin ?? '*';
  if (pattern === '*') return true;
  const acted = facts.origins;
  if (rule.verdict === 'allow') return acted.length > 0 && acted.every((origin) => matchesOrigin(pattern, origin));
  const touched = isUrlCall ? acted : [...acted, facts.topOrigin];
  return touched.some((origin) => matchesOrigin(pattern, origin));
}

function specificity(rule: Rule): number {
  const tool = rule.tool === undefined || rule.tool.endsWith('*') ? (rule.tool === '*' ? 0 : 1) : 2;
  return tool * 3 + originSpecificity(rule.origin ?? '*');
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { deny: 2, ask: 1, allow: 0 };

/** The strictest matching rule; among equal verdicts the most specific one, then the first. */
export function winningRule(rules: readonly NamedRule[], tool: ToolFacts, facts: GateFacts): NamedRule | undefined {
  return winner(rules, tool, facts, facts.destination !== undefined);
}

/** The rule that forbids, or wants a person asked about, a place a call was led to after it was judged. */
export function strictRuleAt(rules: readonly NamedRule[], tool: ToolFacts, origin: string): NamedRule | undefined {
  const found = winner(rules, tool, { origins: [origin], topOrigin: origin }, true);
  return found?.verdict === 'allow' ? undefined : found;
}

function winner(rules: readonly NamedRule[], tool: ToolFacts, facts: Places, isUrlCall: boolean): NamedRule | undefined {
  let best: NamedRule | undefined;
  for (const rule of rules) {
    if (!coversTool(rule, tool) || !coversPlace(rule, facts, isUrlCall)) continue;
    if (!best || rank(rule) > rank(best)) best = rule;
  }
  return best;
}

const rank = (rule: Rule): number => STRICTNESS[rule.verdict] * 100 + specificity(rule);
