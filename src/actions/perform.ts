/** The one pipeline of all verbs: resolve, queue, resolve again, guard, precheck, dispatch, settle, verify, report. */
import { SdkError } from '../shared/errors.js';
import type { CheckName } from '../shared/page-api.js';
import type { ActionData, Effect } from '../shared/results.js';
import { Act } from './act.js';
import { isListening } from './choosers.js';
import type { ActionContext } from './context.js';
import { collectEffects } from './effects.js';
import { Observation, type PressGuard } from './observation.js';
import { type ActionOutcome, type DialogInput, outcomeText } from './outcome.js';
import { describeTarget, type Located, locate } from './precheck.js';
import { type Settled, settle } from './settle.js';

export interface Verdict {
  /** A positive check found what was wanted. */
  readonly verified: boolean;
  /** What the check saw, told before the other effects; one of the same kind replaces theirs. */
  readonly effects?: readonly Effect[];
}

export interface Verb<Extra extends object> {
  /** Ref to act on; without it the page as a whole is meant. */
  readonly ref?: string | undefined;
  readonly dialog?: DialogInput | undefined;
  /** What has to hold before anything is sent. Needs a ref. */
  readonly checks: readonly CheckName[];
  /** Refuses what cannot work, before anything is sent; changes nothing. */
  readonly prepare?: (act: Act, at: Located | undefined) => Promise<void>;
  /** Sends the input. */
  readonly dispatch: (act: Act, at: Located | undefined, seen: Observation) => Promise<void>;
  readonly verify?: (act: Act, seen: Observation) => Promise<Verdict>;
  /** Number of presses the pointer makes on the target: they are swallowed when the target is not there any more, and tried again. */
  readonly presses?: number | undefined;
  /** Catches file choosers meanwhile. */
  readonly opensFiles?: boolean;
  /** What was done, one or more sentences. */
  readonly done: (act: Act) => string;
  readonly extra: (act: Act) => Extra;
}

/** Tokens of the diff after an action. */
const DIFF_TOKENS = 1_500;
/** Time a report may take when the call has more left. */
const REPORT_MS = 5_000;

/**
 * Runs a verb.
 * @throws SdkError with `details.evidence`
 */
export async function perform<Extra extends object>(context: ActionContext, verb: Verb<Extra>): Promise<ActionOutcome<ActionData & Extra>> {
  const act = await begin(context, verb.ref);
  try {
    return await act.tab.write(() => run(act, verb), context.signal);
  } catch (error) {
    throw act.failed(error);
  }
}

/** The tab of the ref wins: a ref names its document. */
async function begin(context: ActionContext, ref: string | undefined): Promise<Act> {
  const start = context.clock.monotonic();
  if (ref === undefined) return new Act(context, context.tab);
  const target = await context.perception.resolve(ref, { signal: context.signal, timeoutMs: context.remaining() });
  const act = new Act(context, target.tab);
  act.target = target;
  act.recovered = target.recovered;
  act.addTime('resolveMs', context.clock.monotonic() - start);
  return act;
}

async function run<Extra extends object>(act: Act, verb: Verb<Extra>): Promise<ActionOutcome<ActionData & Extra>> {
  act.phase = 'precheck';
  refuseOpenDialog(act);
  const guard = act.tab.dialogs.guard(answerOf(verb.dialog));
  const files = verb.opensFiles ? act.tab.fileChoosers() : undefined;
  const listening = files ? isListening(act) : undefined;
  // Whatever ends the call before the press ends this too.
  listening?.catch(() => undefined);
  let seen: Observation | undefined;
  try {
    const before = await act.timed('reportMs', () => snapshotBefore(act));
    for (let round = 1; ; round++) {
      const at = await act.timed('precheckMs', () => prechecked(act, verb));
      seen?.stop();
      const watching = await act.timed('dispatchMs', () => Observation.start(act, guardOf(verb, at)));
      seen = watching;
      await act.timed('dispatchMs', async () => listening);
      const settled = await dispatchAndSettle(act, verb, at, watching);
      if (watching.missed) {
        await notDelivered(act, watching, round);
        continue;
      }
      await verify(act, verb, watching);
      return await act.timed('reportMs', () => report(act, verb, settled, before));
    }
  } catch (error) {
    if (seen && act.dispatch !== 'not_started') act.effects = collectEffects(act, seen);
    throw error;
  } finally {
    seen?.stop();
    files?.();
    guard.release();
  }
}

/** Rounds before a target that slips away each time is given up. */
const MAX_ROUNDS = 3;

function guardOf<Extra extends object>({ presses }: Verb<Extra>, at: Located | undefined): PressGuard | undefined {
  return at && presses ? { ...at.reply.point, count: presses } : undefined;
}

/**
 * The target slipped away between check and press. No element got the press, so another round is safe; the moves of the pointer and, by a listener
 * on the window that was there before ours, even the press may have been seen, so it stays `dispatched`.
 */
async function notDelivered(act: Act, seen: Observation, round: number): Promise<void> {
  act.dispatch = 'dispatched';
  act.phase = 'precheck';
  if (round < MAX_ROUNDS) return;
  const blocker =
    seen.missed?.el === undefined || !act.target
      ? undefined
      : await act.context.perception.refOf(act.tab, act.target.world, seen.missed.el, act.options(REPORT_MS)).catch(() => undefined);
  const what = blocker ? `${blocker.facts.role} ${JSON.stringify(blocker.facts.name)} [ref=${blocker.ref}]` : 'something else';
  throw new SdkError('occluded', `Each time the pointer came down, ${what} was there instead. No element was pressed.`, {
    phase: 'precheck',
    details: blocker ? { blocker: { role: blocker.facts.role, name: blocker.facts.name, ref: blocker.ref, tag: blocker.facts.tag } } : {},
  });
}

function refuseOpenDialog(act: Act): void {
  const { open } = act.tab.dialogs;
  if (open)
    throw new SdkError('dialog_open', `A dialog is open that the host controls: ${open.type} ${JSON.stringify(open.message)}.`, {
      phase: 'precheck',
      details: { dialog: open },
    });
}

export function answerOf(dialog: DialogInput | undefined): { readonly accept: boolean; readonly promptText?: string } {
  if (typeof dialog !== 'object') return { accept: dialog === 'accept' };
  return { accept: dialog.accept, ...(dialog.promptText === undefined ? {} : { promptText: dialog.promptText }) };
}

/** The page before, for the diff; a page that cannot be read now gives a full snapshot afterwards instead. */
async function snapshotBefore(act: Act): Promise<unknown> {
  try {
    return await act.context.perception.before(act.tab, act.options(REPORT_MS));
  } catch (error) {
    if (act.context.signal.aborted || act.tab.closed || act.tab.crashed) throw error;
    return undefined;
  }
}

async function prechecked<Extra extends object>(act: Act, verb: Verb<Extra>): Promise<Located | undefined> {
  const at = verb.ref === undefined ? undefined : await locate(act, verb.ref, verb.checks);
  if (!at) act.context.recheck(undefined);
  await verb.prepare?.(act, at);
  if (at) highlight(act, at);
  return at;
}

/** Time the frame around the target stays. */
const HIGHLIGHT_MS = 900;

/** For whoever watches; nobody waits for it. */
function highlight(act: Act, { target }: Located): void {
  if (!act.context.settings.visualize) return;
  const label = describeTarget(target);
  target.world.call('highlight', { el: target.el, label, ms: HIGHLIGHT_MS }, act.options()).catch(() => undefined);
}

async function dispatchAndSettle<Extra extends object>(
  act: Act,
  verb: Verb<Extra>,
  at: Located | undefined,
  seen: Observation,
): Promise<Settled> {
  act.phase = 'dispatch';
  act.context.dispatching();
  try {
    await act.timed('dispatchMs', () => verb.dispatch(act, at, seen));
    if (seen.missed) return { settled: true, networkSettled: true };
    act.dispatch = 'confirmed';
    act.phase = 'settle';
    const settled = await act.timed('settleMs', () => settle(act, seen));
    act.networkSettled = settled.networkSettled;
    act.read = settled.read;
    return settled;
  } catch (error) {
    // The tab that closed itself did what was asked of it.
    if (act.dispatch === 'not_started' || !hasClosedItself(act)) throw error;
    return { settled: true, networkSettled: true };
  }
}

function hasClosedItself(act: Act): boolean {
  return (
    (act.tab.closed || act.tab.page.isClosed()) && !act.tab.crashed && !act.context.engine.browserClosed && !act.context.signal.aborted
  );
}

async function verify<Extra extends object>(act: Act, verb: Verb<Extra>, seen: Observation): Promise<void> {
  act.phase = 'verify';
  const verdict = hasClosedItself(act) ? undefined : await verb.verify?.(act, seen);
  const own = verdict?.effects ?? [];
  const kinds = new Set(own.map((effect) => effect.kind));
  act.effects = [...own, ...collectEffects(act, seen).filter((effect) => !kinds.has(effect.kind))];
  act.effect = verdict?.verified ? 'verified' : act.effects.length > 0 ? 'observed' : 'none';
  followNewTab(act);
}

function followNewTab(act: Act): void {
  const created = act.effects.find((effect) => effect.kind === 'tab_created');
  const tab = created && act.context.engine.byTabId(Number(created['tabId']));
  if (tab && !tab.closed) act.context.followPopup(act.tab, tab);
}

async function report<Extra extends object>(
  act: Act,
  verb: Verb<Extra>,
  settled: Settled,
  before: unknown,
): Promise<ActionOutcome<ActionData & Extra>> {
  const { tab, context } = act;
  const diff = await diffAfter(act, before);
  const core: ActionData = {
    url: tab.page.url(),
    tabId: tab.tabId,
    effects: act.effects,
    diff: diff?.text ?? '',
    refs: diff?.refs ?? [],
    snapshotId: diff?.snapshotId ?? '',
    tokens: diff?.tokens ?? 0,
    settled: settled.settled,
  };
  const data = { ...core, ...verb.extra(act) };
  const unread = diff || hasClosedItself(act) ? '' : ' The page could not be read afterwards; call read_page.';
  const earlier = tab.dialogs
    .takeUnreported()
    .map(({ type, message, answer }) => ` Before this call a ${type} dialog ${JSON.stringify(message)} was ${answer}.`);
  const text = outcomeText(`${verb.done(act)}${earlier.join('')}${unread}`, core);
  return {
    data,
    content: [{ type: 'text', text }],
    details: detailsOf(act),
    evidence: act.evidence(),
    tabId: context.engine.byTabId(tab.tabId)?.tabId ?? tab.tabId,
  };
}

/** Nothing to read in a tab that is gone; a page that does not answer in time is told, not failed: the action took place. */
async function diffAfter(act: Act, before: unknown): Promise<Awaited<ReturnType<ActionContext['perception']['diff']>> | undefined> {
  if (hasClosedItself(act)) return undefined;
  try {
    return await act.context.perception.diff(
      act.tab,
      before,
      Math.min(DIFF_TOKENS, act.context.settings.maxTokens),
      act.options(REPORT_MS),
    );
  } catch (error) {
    if (act.context.signal.aborted || act.tab.crashed || act.context.engine.browserClosed) throw error;
    return undefined;
  }
}

function detailsOf(act: Act): Readonly<Record<string, unknown>> {
  return { ...(act.point ? { point: act.point } : {}), ...(act.box ? { box: act.box } : {}) };
}
