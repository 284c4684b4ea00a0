/** What a host can ask of and tell the Gatekeeper of a session. */
import type { Explanation, Gatekeeper } from '../gatekeeper/gatekeeper.js';
import type { GatekeeperOptions, Grant, Policy, Rule } from '../gatekeeper/types.js';
import type { CallSubject } from '../registry/subject.js';

export interface ExplainedCall {
  readonly tool: string;
  readonly input?: unknown;
}

export interface GateControlParts {
  readonly gate: Gatekeeper;
  prepare(call: ExplainedCall): Promise<CallSubject>;
  redact<T>(value: T): T;
  /** Keeps the boundary at the network too. */
  keepBoundary(): Promise<void>;
}

export class GateControl {
  readonly #parts: GateControlParts;
  readonly #gate: Gatekeeper;

  constructor(parts: GateControlParts) {
    this.#parts = parts;
    this.#gate = parts.gate;
  }

  /**
   * What would be decided about a call now, by which rule and why. Looks at the page, runs nothing, asks nobody.
   * @throws SdkError when the call could not even be judged: unknown_tool, invalid_input, invalid_url, stale_ref, …
   */
  async explain(call: ExplainedCall): Promise<Explanation> {
    return this.#gate.explain(await this.#parts.prepare(call), (value) => this.#parts.redact(value));
  }

  get policy(): Policy {
    return this.#gate.authority.now.policy;
  }
  /** Rules of the host, in the order they were added. */
  get rules(): readonly (Rule & { readonly id: string })[] {
    return Object.freeze([...this.#gate.authority.now.rules]);
  }
  /** What the user allowed for longer than one call. */
  get grants(): readonly Grant[] {
    return this.#gate.authority.now.grants;
  }
  /** Counts changes of rules, policy and origins; a change between an approval and its call voids the approval. */
  get revision(): number {
    return this.#gate.authority.revision;
  }

  setPolicy(policy: Policy): void {
    this.#gate.authority.setPolicy(policy);
  }
  /**
   * Replaces the origins this session may have to do with: at once for calls, at the network when it resolves.
   * @throws TypeError when a pattern is malformed
   */
  async setOrigins(options: Pick<GatekeeperOptions, 'allowedOrigins' | 'blockedOrigins'>): Promise<void> {
    this.#gate.authority.setBoundary(options);
    await this.#parts.keepBoundary();
  }
  /**
   * Gives and takes access to origins: what lies outside is asked about, whatever would allow it, and what the user allowed there is forgotten.
   * @param patterns origin patterns; undefined: all origins
   * @throws TypeError when a pattern is malformed
   */
  setHostAccess(patterns: readonly string[] | undefined): void {
    this.#gate.authority.setHostAccess(patterns);
  }
  /** @returns the id of the rule */
  addRule(rule: Rule): string {
    return this.#gate.authority.addRule(rule);
  }
  /** @returns false when there is no such rule */
  removeRule(id: string): boolean {
    return this.#gate.authority.removeRule(id);
  }
  /** Takes one grant back, or all. */
  revoke(grantId?: string): void {
    this.#gate.authority.revoke(grantId);
  }
}
