/** The one error class of the library. Never part of the page bundle. */
import { type FailureCode, failures, type Phase, type ToolFailure } from './failures.js';

const BRAND = Symbol.for('surehand.SdkError');

export interface SdkErrorOptions {
  readonly phase?: Phase;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** Every failure inside the library. Users switch on `code`; there are no subclasses. */
export class SdkError extends Error {
  readonly code: FailureCode;
  readonly phase: Phase;
  readonly hint: string;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: FailureCode, message: string, options: SdkErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SdkError';
    this.code = code;
    this.phase = options.phase ?? failures[code].phases[0];
    this.hint = options.hint ?? failures[code].hint;
    this.retryable = options.retryable ?? failures[code].retryable;
    this.details = options.details;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The error as plain data. */
  toFailure(): ToolFailure {
    const { code, phase, message, hint, retryable, details } = this;
    return { code, phase, message, hint, retryable, ...(details ? { details } : {}) };
  }

  /** True for an SdkError of any copy of the library. */
  static isInstance(error: unknown): error is SdkError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[BRAND] === true;
  }
}
