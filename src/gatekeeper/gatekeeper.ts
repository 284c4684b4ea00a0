/** The Gatekeeper: decides, asks, and voids what no longer holds. */
import type { EventBody } from '../registry/events.js';
import type { Clearance, GatePort, GateRun, Presence } from '../registry/gate-port.js';
import type { CallSubject, TabFacts } from '../registry/subject.js';
import { SdkError } from '../shared/errors.js';
import type { StateStore } from '../shared/stores.js';
import { askApproval } from './approvals.js';
import { AuthorityStore } from './authority.js';
import { checkInside } from './boundary.js';
import { decide, type HookVerdict } from './decide.js';
import { factsOf } from './facts.js';
import { askHooks } from './hooks.js';
import { changeOf, judgedTarget } from './identity.js';
import { previewOf } from './preview.js';
import type { ApprovalAnswer, Decision, GateFacts, GatekeeperOptions, GateRequest } from './types.js';

const APPROVAL_TIMEOUT_MS = 300_000;

/** What a decision would be, and why. */
export interface Explanation extends Decision {
  readonly facts: GateFacts;
  readonly preview: string;
  /** True when hooks would be asked too; explaining does not run them. */
  readonly hooksWouldBeAsked: boolean;
}

export interface GatekeeperDeps {
  emit(event: EventBody): void;
  random(length: number): string;
}

const NO_APPROVER =
  'Do without it, or ask the host: the option gatekeeper.onApproval lets a person approve, gatekeeper.rules can allow it, and gatekeeper.policy "auto" does not ask.';
const FORCED_NO_APPROVER = 'Do without it, or ask the host: only a person can approve this, and the option gatekeeper.onApproval asks one.';

/** Asks that no rule silences. */
const FORCED: ReadonlySet<Decision['by']> = new Set(['sensitive_payload', 'host_access']);

export class Gatekeeper implements GatePort {
  readonly authority: AuthorityStore;
  readonly #options: GatekeeperOptions;
  readonly #deps: GatekeeperDeps;

  /** @throws TypeError naming the option that is wrong */
  constructor(options: GatekeeperOptions, deps: GatekeeperDeps, store?: StateStore) {
    this.#options = options;
    this.#deps = deps;
    this.authority = new AuthorityStore(options, options.store ?? store, (change, revision, what) =>
      deps.emit({ type: 'authority_changed', change, revision, ...(what === undefined ? {} : { what }) }),
    );
  }

  /** What would be decided now. Runs nothing, asks nobody. */
  explain(subject: CallSubject, redact: <T>(value: T) => T = (value) => value): Explanation {
    const facts = factsOf(subject);
    const decision = decide(subject, facts, this.authority.now);
    return { ...decision, facts: redact(facts), preview: previewOf(subject, facts, redact), hooksWouldBeAsked: this.#hooks().length > 0 };
  }

  async decide(subject: CallSubject, run: GateRun): Promise<Clearance> {
    await this.#saved();
    const facts = this.#facts(subject);
    const first = decide(subject, facts, this.authority.now);
    let hook: HookVerdict | undefined;
    if (first.verdict !== 'deny' && this.#hooks().length > 0) {
      const outcome = await this.#askHooks(this.#request(subject, facts, first, run), run);
      if ('rewrite' in outcome) return { approved: false, rewrite: outcome.rewrite, recheck: () => undefined };
      hook = outcome.verdict;
    }
    const decision = decide(subject, facts, this.authority.now, hook);
    this.#tell(subject, decision);
    if (decision.verdict === 'deny') throw denial(decision, facts);
    const { revision } = this.authority;
    const isAsked = decision.verdict === 'ask';
    if (isAsked) await this.#approve(subject, facts, decision, run);
    return {
      approved: isAsked,
      recheck: (now) => (isAsked ? this.#recheckApproved(subject, revision, now) : this.#recheckAllowed(subject, revision, hook, now)),
    };
  }

  checkContent(tab: TabFacts): void {
    checkInside(this.authority.boundary, `Tab ${tab.tabId}`, tab.origin);
  }

  #hooks() {
    const { hooks } = this.#options;
    if (hooks === undefined) return [];
    return Array.isArray(hooks) ? hooks : [hooks];
  }

  #facts(subject: CallSubject): GateFacts {
    try {
      return factsOf(subject);
    } catch (error) {
      if (SdkError.isInstance(error)) this.#tellDeny(subject, String(error.details?.['rule'] ?? 'destination'), error.message);
      throw error;
    }
  }

  async #askHooks(request: GateRequest, run: GateRun) {
    try {
      return await askHooks(this.#hooks(), request, run);
    } catch (error) {
      if (SdkError.isInstance(error)) this.#tellDeny(request, 'hook', error.message);
      throw error;
    }
  }

  #request(subject: CallSubject, facts: GateFacts, decision: Decision, run: GateRun): GateRequest {
    const { name, title, level, effects, capability, egress } = subject.tool;
    const preview = previewOf(subject, facts, (value) => run.redact(value));
    return {
      callId: subject.callId,
      tool: { name, title, level, effects, capability, egress },
      input: run.redact(subject.input),
      ...(subject.tab ? { tabId: subject.tab.tabId } : {}),
      facts: run.redact(facts),
      flags: decision.flags,
      preview,
      decision,
    };
  }

  /** @throws SdkError denied, approval_declined, gate_failed */
  async #approve(subject: CallSubject, facts: GateFacts, decision: Decision, run: GateRun): Promise<void> {
    const { onApproval, approvalTimeoutMs: timeoutMs = APPROVAL_TIMEOUT_MS } = this.#options;
    const request = this.#request(subject, facts, decision, run);
    if (!onApproval) {
      const hint = FORCED.has(decision.by) ? FORCED_NO_APPROVER : NO_APPROVER;
      throw new SdkError('denied', `${request.preview} needs an approval and nobody can give it. ${decision.reason}`, {
        phase: 'gate',
        hint,
        details: { rule: decision.rule, flags: decision.flags },
      });
    }
    const approvalId = `ap_${this.#deps.random(10)}`;
    const tag = { callId: subject.callId, approvalId };
    this.#deps.emit({ type: 'approval_requested', ...tag, tool: subject.tool.name });
    let answer: ApprovalAnswer | 'silence';
    try {
      answer = await askApproval(onApproval, { ...request, approvalId, timeoutMs }, run);
    } catch (error) {
      this.#deps.emit({ type: 'approval_answered', ...tag, decision: SdkError.isInstance(error) ? error.code : 'gate_failed' });
      throw error;
    }
    this.#deps.emit({ type: 'approval_answered', ...tag, decision: answer === 'silence' ? 'timeout' : answer.decision });
    if (answer === 'silence' || answer.decision === 'decline' || answer.decision === 'cancel')
      throw declined(request.preview, answer, timeoutMs);
    this.authority.trust(facts.thirdParties);
    this.authority.grant(subject, facts.origins, answer);
    await this.#saved();
  }

  /** What could not be saved may be a deny: nothing goes on without it. */
  async #saved(): Promise<void> {
    try {
      await this.authority.saved();
    } catch (cause) {
      throw new SdkError('gate_failed', `Grants and rules cannot be saved: ${cause instanceof Error ? cause.message : String(cause)}`, {
        phase: 'gate',
        details: { rule: 'store' },
        cause,
      });
    }
  }

  #recheckApproved(subject: CallSubject, revision: number, now: Presence): void {
    const change = revision === this.authority.revision ? changeOf(subject, now) : 'rules';
    if (change === undefined) return;
    const judged = now.target && judgedTarget(subject, now.target);
    throw new SdkError('approval_stale', `The ${change} changed after the approval, so it does not hold any more.`, {
      phase: 'gate',
      details: { reason: change, ...(judged ? { was: brief(judged) } : {}), ...(now.target ? { now: brief(now.target) } : {}) },
    });
  }

  /** Nothing was asked: it is enough that what is there now would be allowed too. */
  #recheckAllowed(subject: CallSubject, revision: number, hook: HookVerdict | undefined, now: Presence): void {
    if (revision === this.authority.revision && changeOf(subject, now) === undefined) return;
    const judged = now.target && judgedTarget(subject, now.target);
    const targets = subject.targets.map((target) => (now.target && target === judged ? now.target : target));
    const fresh: CallSubject = { ...subject, tab: subject.tab && (now.tab ?? subject.tab), targets };
    const decision = decide(fresh, factsOf(fresh), this.authority.now, hook);
    if (decision.verdict === 'allow') return;
    throw new SdkError('approval_stale', `What is there now is not allowed any more: ${decision.reason}`, {
      phase: 'gate',
      details: { reason: 'rules', rule: decision.rule },
    });
  }

  #tell(subject: CallSubject, { verdict, rule, reason }: Decision): void {
    this.#deps.emit({ type: 'gate_decided', callId: subject.callId, tool: subject.tool.name, verdict, rule, reason });
  }

  #tellDeny({ callId, tool }: { readonly callId: string; readonly tool: { readonly name: string } }, rule: string, reason: string): void {
    this.#deps.emit({ type: 'gate_decided', callId, tool: tool.name, verdict: 'deny', rule, reason });
  }
}

const brief = ({ role, name, context, url, href }: GateFacts['targets'][number]) => ({
  role,
  name,
  context,
  url,
  ...(href === undefined ? {} : { href }),
});

function denial(decision: Decision, facts: GateFacts): SdkError {
  const details = { rule: decision.rule, flags: decision.flags, origins: facts.origins };
  const code = decision.by === 'boundary' ? 'blocked_origin' : 'denied';
  return new SdkError(code, decision.reason, { phase: 'gate', details });
}

function declined(preview: string, answer: ApprovalAnswer | 'silence', timeoutMs: number): SdkError {
  if (answer === 'silence')
    return new SdkError('approval_declined', `Nobody answered within ${Math.round(timeoutMs / 1000)} s whether to allow: ${preview}`, {
      phase: 'gate',
      details: { decision: 'timeout' },
    });
  const isCancel = answer.decision === 'cancel';
  const note = answer.note === undefined ? '' : ` The user says: ${answer.note}`;
  return new SdkError('approval_declined', `The user ${isCancel ? 'cancelled' : 'declined'}: ${preview}.${note}`, {
    phase: 'gate',
    ...(isCancel ? { hint: 'The user wants the whole task to stop. Make no further calls.' } : {}),
    details: { decision: answer.decision, ...(answer.note === undefined ? {} : { note: answer.note }) },
  });
}
