/** Errors of Playwright in our terms, known by name and words: the package is the host's. */
import type { ActionContext } from '../actions/context.js';
import { SdkError } from '../shared/errors.js';
import { asSdkError } from './present.js';

const CLOSED = /target (page, context or browser|closed)|has been closed|browser has disconnected|session closed/i;
const CRASHED = /page crashed|target crashed/i;

/** Any thrown thing as an SdkError. */
export function translateError(thrown: unknown, engine: Pick<ActionContext['engine'], 'browserClosed'>): SdkError {
  // A browser that goes closes its tabs first.
  if (SdkError.isInstance(thrown) && thrown.code === 'tab_closed' && engine.browserClosed)
    return new SdkError('browser_closed', 'The browser was closed.', { cause: thrown, phase: thrown.phase });
  if (SdkError.isInstance(thrown) || !(thrown instanceof Error)) return asSdkError(thrown);
  const options = { cause: thrown, phase: 'dispatch' as const };
  if (thrown.name === 'TimeoutError') return new SdkError('timeout', thrown.message, options);
  if (CRASHED.test(thrown.message)) return new SdkError('tab_crashed', 'The tab crashed during the call.', options);
  if (CLOSED.test(thrown.message))
    return engine.browserClosed
      ? new SdkError('browser_closed', 'The browser was closed during the call.', options)
      : new SdkError('tab_closed', 'The tab was closed during the call.', options);
  return asSdkError(thrown);
}
