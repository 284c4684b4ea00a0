/** Navigation. */
import type { Response } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { ActionData, Effect } from '../shared/results.js';
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import { collectEffects } from './effects.js';
import type { Observation } from './observation.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform, type Verdict } from './perform.js';

export type NavigateData = ActionData & {
  readonly requestedUrl?: string;
  readonly title: string;
  /** HTTP status of the document, absent where there is none (same document, data:, about:). */
  readonly status?: number;
  /** Addresses on the way, in order. */
  readonly redirects: readonly string[];
  /** `complete`, or how far the document has come. */
  readonly loadState: string;
};
interface HistoryInput {
  /** Answer to dialogs, `beforeunload` included. Default dismiss: the page then stays. */
  readonly dialog?: DialogInput | undefined;
}

/**
 * Opens a URL in the tab. The same URL reloads; a fragment of the present document only scrolls. Returns once the document is parsed and
 * the page has settled; a load event that never comes does not hold it up.
 * @throws SdkError navigation_failed (no answer, refused by the network, kept by a beforeunload dialog)
 */
export function navigate(
  context: ActionContext,
  { url, dialog }: HistoryInput & { readonly url: string },
): Promise<ActionOutcome<NavigateData>> {
  return go(context, {
    dialog,
    requestedUrl: url,
    words: `Opened ${url}`,
    move: (act, timeout) => act.tab.page.goto(url, { waitUntil: 'commit', timeout }),
  });
}

/** @throws SdkError not_found at the start of the history, navigation_failed */
export function goBack(context: ActionContext, { dialog }: HistoryInput): Promise<ActionOutcome<NavigateData>> {
  return go(context, {
    dialog,
    words: 'Went back',
    none: 'There is no earlier page in the history of the tab.',
    move: (act, timeout) => act.tab.page.goBack({ waitUntil: 'commit', timeout }),
  });
}

/** @throws SdkError not_found at the end of the history, navigation_failed */
export function goForward(context: ActionContext, { dialog }: HistoryInput): Promise<ActionOutcome<NavigateData>> {
  return go(context, {
    dialog,
    words: 'Went forward',
    none: 'There is no later page in the history of the tab.',
    move: (act, timeout) => act.tab.page.goForward({ waitUntil: 'commit', timeout }),
  });
}

interface Move {
  readonly dialog?: DialogInput | undefined;
  readonly requestedUrl?: string;
  readonly words: string;
  /** Message when nothing moved. */
  readonly none?: string;
  readonly move: (act: Act, timeoutMs: number) => Promise<Response | null>;
}

function go(context: ActionContext, { dialog, requestedUrl, words, none, move }: Move): Promise<ActionOutcome<NavigateData>> {
  let response: Response | null = null;
  let effects: readonly Effect[] = [];
  return perform(context, {
    dialog,
    checks: [],
    dispatch: async (act) => {
      const seq = act.tab.log.seq;
      const from = act.tab.page.url();
      act.sending();
      response = await attempt(act, move, seq);
      if (none !== undefined && !response && act.tab.page.url() === from && act.tab.log.seq === seq) {
        act.dispatch = 'not_started';
        throw new SdkError('not_found', none, { phase: 'verify' });
      }
    },
    verify: async (act, seen): Promise<Verdict> => {
      effects = collectEffects(act, seen);
      return { verified: isThere(act, seen, requestedUrl) };
    },
    done: (act) => doneText(act, words, requestedUrl, response?.status()),
    extra: (act) => ({
      ...(requestedUrl === undefined ? {} : { requestedUrl }),
      title: act.read?.title ?? '',
      ...(response ? { status: response.status() } : {}),
      redirects: effects.flatMap((effect) => (effect.kind === 'redirect' ? [String(effect['from'])] : [])),
      loadState: act.read?.readyState ?? 'loading',
    }),
  });
}

/** Moves, and turns what the browser says into an outcome: a download and a later navigation are outcomes too. */
async function attempt(act: Act, move: Move['move'], seq: number): Promise<Response | null> {
  const { navigation } = act.context.settings.timeouts;
  const timeout = Math.max(1, Math.min(navigation, act.context.remaining() - 200));
  try {
    return await act.race(move(act, timeout));
  } catch (error) {
    if (act.context.signal.aborted || (error instanceof Error && error.name === 'TimeoutError')) stopLoading(act);
    if (SdkError.isInstance(error) || !(error instanceof Error)) throw error;
    if (/interrupted by another navigation/i.test(error.message)) return null;
    const entries = await reasons(act, seq, /ERR_ABORTED|download/i.test(error.message));
    if (/download is starting|net::ERR_ABORTED/i.test(error.message) && entries.some(({ type }) => type === 'download')) return null;
    throw failedNavigation(
      act,
      error,
      timeout,
      entries.find((entry) => entry.type === 'dialog'),
    );
  }
}

/** A download or dialog may be told a moment after the navigation it ended. */
async function reasons(act: Act, seq: number, isAborted: boolean): Promise<ReturnType<Act['tab']['log']['since']>> {
  const end = act.now() + REASON_MS;
  for (;;) {
    const entries = act.tab.log.since(seq);
    if (!isAborted || entries.some(({ type }) => type === 'download' || type === 'dialog') || act.now() >= end) return entries;
    await act.pause(10);
  }
}
const REASON_MS = 300;

/** A navigation that never answers would keep everything else from answering too. */
function stopLoading(act: Act): void {
  act.tab.cdp?.send('Page.stopLoading').catch(() => undefined);
}

function failedNavigation(act: Act, error: Error, timeoutMs: number, dialog: unknown): SdkError {
  if (act.tab.crashed || act.tab.closed)
    return new SdkError(act.tab.crashed ? 'tab_crashed' : 'tab_closed', 'The tab ended during the navigation.', {
      phase: 'dispatch',
      cause: error,
    });
  const net = /net::(ERR_[A-Z_]+)|NS_ERROR_[A-Z_]+/.exec(error.message)?.[0];
  const shown = dialog as { readonly dialogType: string; readonly message: string } | undefined;
  const why =
    error.name === 'TimeoutError'
      ? `no answer within ${Math.round(timeoutMs)} ms`
      : shown?.dialogType === 'beforeunload'
        ? 'the page asked to stay (beforeunload dialog, dismissed); repeat with dialog "accept" to leave'
        : (net ?? error.message.split('\n')[0]);
  return new SdkError('navigation_failed', `The page could not be loaded: ${why}.`, {
    phase: 'dispatch',
    cause: error,
    details: { ...(net ? { errorText: net } : {}), ...(shown ? { dialog: shown } : {}), url: act.tab.page.url() },
  });
}

function isThere(act: Act, seen: Observation, requestedUrl: string | undefined): boolean {
  if (seen.hasNavigated) return true;
  return requestedUrl === undefined ? act.tab.page.url() !== seen.url : act.tab.page.url() === requestedUrl;
}

function doneText(act: Act, words: string, requestedUrl: string | undefined, status: number | undefined): string {
  const at = act.tab.page.url();
  const where = requestedUrl !== undefined && at !== requestedUrl ? `; now at ${at}` : requestedUrl === undefined ? ` to ${at}` : '';
  const told = status !== undefined && status >= 400 ? ` The server answered ${status}.` : '';
  const state = act.read?.readyState;
  const loading = state !== undefined && state !== 'complete' ? ` The document is still ${state}.` : '';
  return `${words}${where}.${told}${loading}`;
}
