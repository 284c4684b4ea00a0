/** Matchers for results of tool calls, with messages that say what the result was. */
import { expect } from 'vitest';

interface Result {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly error?: {
    readonly code: string;
    readonly phase?: string;
    readonly message: string;
    readonly hint?: string;
    readonly details?: unknown;
  };
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

interface ResultMatchers<R> {
  /** The call succeeded, with at least this in `data`. */
  toSucceed(data?: Readonly<Record<string, unknown>>): R;
  /** The call failed with that code; the message and hint match the pattern. */
  toFailWith(code: string, message?: RegExp | string): R;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the signature is vitest's.
  interface Matchers<T = any> extends ResultMatchers<T> {}
}

function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && typeof (value as Result).ok === 'boolean';
}

/** What a result says, in a few lines. */
function tell(result: unknown): string {
  if (!isResult(result)) return `This is no tool result: ${JSON.stringify(result) ?? String(result)}`;
  if (!result.ok && result.error) {
    const { code, phase, message, hint, details } = result.error;
    const more = details === undefined ? '' : `\ndetails: ${JSON.stringify(details, null, 2).slice(0, 2000)}`;
    return `It failed with ${code} (${phase ?? 'no phase'}): ${message}\nhint: ${hint ?? '(none)'}${more}`;
  }
  const text = (result.content ?? []).map((block) => block.text ?? `[${block.type}]`).join('\n');
  return `It succeeded.\n${text.slice(0, 2000)}`;
}

expect.extend({
  toSucceed(received: unknown, data?: Readonly<Record<string, unknown>>) {
    const isOk = isResult(received) && received.ok;
    const pass = isOk && (data === undefined || this.equals(received.data, expect.objectContaining(data)));
    return {
      pass,
      message: () =>
        isOk && !pass
          ? `The call succeeded with other data.\n${this.utils.diff(data, received.data) ?? ''}`
          : `The call should ${this.isNot ? 'not ' : ''}have succeeded. ${tell(received)}`,
    };
  },
  toFailWith(received: unknown, code: string, message?: RegExp | string) {
    const error = isResult(received) && !received.ok ? received.error : undefined;
    const words = error ? `${error.message}\n${error.hint ?? ''}` : '';
    const isSaid = message === undefined || (typeof message === 'string' ? words.includes(message) : message.test(words));
    return {
      pass: error?.code === code && isSaid,
      message: () =>
        `The call should ${this.isNot ? 'not ' : ''}have failed with ${code}${message === undefined ? '' : ` and ${String(message)}`}. ${tell(received)}`,
    };
  },
});
