/** What decisions rest on besides the call: rules, policy, sensitive origins, boundary, grants. Every change counts up the revision. */
import type { CallSubject } from '../registry/subject.js';
import { isOriginPattern, matchesOrigin } from '../shared/origins.js';
import type { StateStore } from '../shared/stores.js';
import type { Authority } from './decide.js';
import { type NamedRule, ruleFault } from './rules.js';
import { fromSaved, SAVED_AS, toSaved } from './saved.js';
import { isSensitivePattern, SHIPPED_SENSITIVE } from './sensitive.js';
import type { ApprovalAnswer, GatekeeperOptions, Grant, Policy, Rule } from './types.js';

const POLICIES: ReadonlySet<string> = new Set<Policy>(['always', 'untrusted', 'auto']);
/** Grants of a session; the oldest go first. */
const MAX_GRANTS = 512;

/** Host names the option in the message. */
function checkPatterns(name: string, patterns: readonly string[] | undefined, isGood: (pattern: string) => boolean): void {
  const bad = patterns?.find((pattern) => !isGood(pattern));
  if (bad !== undefined)
    throw new TypeError(`gatekeeper.${name}: ${JSON.stringify(bad)} is neither an origin such as https://shop.example nor *.domain.`);
}

/** What of the authority changed. */
type AuthorityChange = 'rule_added' | 'rule_removed' | 'policy' | 'origins' | 'host_access' | 'grant_revoked';
/** @param what the rule, policy or grant; undefined: all grants, or lists of origins */
type OnAuthorityChange = (change: AuthorityChange, revision: number, what: string | undefined) => void;

export class AuthorityStore {
  readonly #rules: NamedRule[] = [];
  readonly #hasShippedRules: boolean;
  readonly #sensitive: string[];
  #policy: Policy;
  #boundary: Authority['boundary'];
  #grants: readonly Grant[] = [];
  #trustedParties: readonly string[] = [];
  #hostAccess: readonly string[] | undefined;
  readonly #store: StateStore | undefined;
  readonly #onChange: OnAuthorityChange | undefined;
  readonly #stored = new Set<string>();
  #saving: Promise<void> = Promise.resolve();
  #fault: unknown;
  #nextRule = 1;
  #nextGrant = 1;
  #revision = 1;

  /**
   * @param onChange hears of every change after the options: nothing becomes looser in silence
   * @throws TypeError naming the option that is wrong
   */
  constructor(options: GatekeeperOptions, store?: StateStore, onChange?: OnAuthorityChange) {
    this.#store = store;
    this.#policy = checkPolicy(options.policy ?? 'untrusted');
    this.#hasShippedRules = !(options.removeDefaultRules ?? false);
    checkPatterns('sensitiveOrigins', options.sensitiveOrigins, isSensitivePattern);
    this.#sensitive = [...SHIPPED_SENSITIVE, ...(options.sensitiveOrigins ?? [])];
    this.#boundary = readBoundary(options);
    this.#hostAccess = readAccess(options.hostAccess);
    for (const rule of options.rules ?? []) this.addRule(rule);
    this.#onChange = onChange;
  }

  /**
   * Reads what was saved: grants for sites, rules of the user.
   * @throws SdkError gate_failed when it is damaged: nothing is allowed by half a list of rules
   */
  async load(): Promise<void> {
    if (!this.#store) return;
    const { grants, rules } = fromSaved(await this.#store.load(SAVED_AS));
    this.#grants = [...grants, ...this.#grants].slice(-MAX_GRANTS);
    for (const rule of rules) {
      if (this.#rules.some(({ id }) => id === rule.id)) continue;
      this.#rules.push(Object.freeze(rule));
      this.#stored.add(rule.id);
    }
    this.#nextRule = 1 + Math.max(0, ...this.#rules.map(({ id }) => Number(/^rule:(\d+)$/.exec(id)?.[1] ?? 0)));
    this.#nextGrant = 1 + Math.max(0, ...this.#grants.map(({ id }) => Number(id) || 0));
    this.#revision++;
  }

  /** Resolves when everything is saved. @throws what the store threw; from then on nothing is allowed */
  async saved(): Promise<void> {
    await this.#saving;
    if (this.#fault !== undefined) throw this.#fault;
  }

  #save(): void {
    const store = this.#store;
    if (!store) return;
    const value = toSaved(
      this.#grants.filter(({ scope }) => scope === 'site'),
      this.#rules.filter(({ id }) => this.#stored.has(id)),
    );
    this.#saving = this.#saving
      .then(() => store.save(SAVED_AS, value))
      .catch((error: unknown) => {
        this.#fault ??= error ?? new Error('The store threw nothing.');
      });
  }

  #changed(change: AuthorityChange, what?: string): void {
    this.#revision++;
    this.#onChange?.(change, this.#revision, what);
  }

  /** Grows with every change that could make a decision stricter or looser, grants given by approvals left out. */
  get revision(): number {
    return this.#revision;
  }
  get boundary(): Authority['boundary'] {
    return this.#boundary;
  }
  /** Everything, as it is now. */
  get now(): Authority {
    return {
      policy: this.#policy,
      rules: this.#rules,
      hasShippedRules: this.#hasShippedRules,
      sensitive: this.#sensitive,
      boundary: this.#boundary,
      grants: this.#grants,
      trustedParties: [...this.#trustedParties, ...this.#grants.map(({ origin }) => origin)],
      hostAccess: this.#hostAccess,
    };
  }

  /** @throws TypeError */
  setPolicy(policy: Policy): void {
    this.#policy = checkPolicy(policy);
    this.#changed('policy', policy);
  }

  /** @throws TypeError */
  setBoundary(options: Pick<GatekeeperOptions, 'allowedOrigins' | 'blockedOrigins'>): void {
    this.#boundary = readBoundary(options);
    this.#changed('origins');
  }

  /**
   * Takes access away or gives it. What the user allowed on an origin without access is forgotten.
   * @param patterns undefined: all origins
   * @throws TypeError
   */
  setHostAccess(patterns: readonly string[] | undefined): void {
    const access = readAccess(patterns);
    this.#hostAccess = access;
    if (access) {
      const hasAccess = (origin: string): boolean => access.some((pattern) => matchesOrigin(pattern, origin));
      this.#grants = this.#grants.filter(({ origin }) => hasAccess(origin));
      this.#trustedParties = this.#trustedParties.filter(hasAccess);
      this.#save();
    }
    this.#changed('host_access');
  }

  /** The user approved a call that gives something to these: from now on they may be given e-mail addresses. */
  trust(parties: readonly string[]): void {
    this.#trustedParties = [...new Set([...this.#trustedParties, ...parties])].slice(-MAX_GRANTS);
  }

  /** @throws TypeError when the rule is malformed or its id taken */
  addRule(rule: Rule): string {
    const fault = ruleFault(rule);
    if (fault !== undefined) throw new TypeError(`gatekeeper.rules: ${fault}.`);
    const id = rule.id ?? `rule:${this.#nextRule++}`;
    if (this.#rules.some((one) => one.id === id)) throw new TypeError(`gatekeeper.rules: there is a rule ${JSON.stringify(id)} already.`);
    this.#rules.push(Object.freeze({ ...rule, id }));
    this.#changed('rule_added', id);
    if (rule.source === 'user' || rule.source === 'approval') {
      this.#stored.add(id);
      this.#save();
    }
    return id;
  }

  removeRule(id: string): boolean {
    const index = this.#rules.findIndex((rule) => rule.id === id);
    if (index < 0) return false;
    this.#rules.splice(index, 1);
    this.#changed('rule_removed', id);
    if (this.#stored.delete(id)) this.#save();
    return true;
  }

  /** Keeps what a user allowed for longer than one call; calls without exactly one origin cannot be granted. */
  grant(subject: CallSubject, origins: readonly string[], answer: ApprovalAnswer): void {
    const [origin, ...others] = origins;
    if ((answer.decision !== 'session' && answer.decision !== 'site') || origin === undefined || others.length > 0) return;
    const [target, ...rest] = subject.targets;
    // A grant for an element that cannot be named would cover every other one.
    if (answer.narrow === 'element' && (!target || rest.length > 0)) return;
    const element =
      answer.narrow === 'element' && target ? { role: target.role, name: target.name, contextKey: target.context?.key ?? '' } : undefined;
    const grant: Grant = {
      id: String(this.#nextGrant++),
      tool: subject.tool.name,
      origin,
      scope: answer.decision,
      ...(element ? { element } : {}),
    };
    this.#grants = [...this.#grants, Object.freeze(grant)].slice(-MAX_GRANTS);
    if (grant.scope === 'site') this.#save();
  }

  /** Takes one grant back, or all. */
  revoke(id?: string): void {
    if (id === undefined) this.#trustedParties = [];
    this.#grants = id === undefined ? [] : this.#grants.filter((grant) => grant.id !== id);
    this.#changed('grant_revoked', id);
    this.#save();
  }
}

function checkPolicy(policy: Policy): Policy {
  if (!POLICIES.has(policy)) throw new TypeError(`gatekeeper.policy: ${JSON.stringify(policy)} is none of always, untrusted, auto.`);
  return policy;
}

function readAccess(patterns: readonly string[] | undefined): readonly string[] | undefined {
  checkPatterns('hostAccess', patterns, isOriginPattern);
  return patterns && [...patterns];
}

function readBoundary(options: Pick<GatekeeperOptions, 'allowedOrigins' | 'blockedOrigins'>): Authority['boundary'] {
  checkPatterns('allowedOrigins', options.allowedOrigins, isOriginPattern);
  checkPatterns('blockedOrigins', options.blockedOrigins, isOriginPattern);
  return { allowed: options.allowedOrigins && [...options.allowedOrigins], blocked: [...(options.blockedOrigins ?? [])] };
}
