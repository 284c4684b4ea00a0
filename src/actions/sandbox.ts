/** Code of a model, run where there is nothing: no page, no network, no files, no clock but the engine's own. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { SdkError } from '../shared/errors.js';
import { asFunction } from './run-javascript-source.js';
import { type SandboxReply, type SandboxWork, WORKER } from './sandbox-source.js';

/** Of the engine with everything in it. It starts with 16 MB. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
const MAX_JSON = 20_000;
/** Ms the engine may take to start and to end by itself; then its worker is ended. */
const SLACK_MS = 3_000;

export interface SandboxValue {
  /** As JSON has it; null for undefined; where it was cut the first part of its JSON, as a string. */
  readonly value: unknown;
  readonly truncated: boolean;
}

/**
 * Runs an expression or the body of an async function.
 * @throws SdkError script_error (thrown, out of memory, a promise that nothing can settle), timeout, not_configured, or the reason of the signal
 */
export async function runSandboxed(code: string, timeoutMs: number, signal: AbortSignal): Promise<SandboxValue> {
  const reply = await ask(
    {
      ...engine(),
      run: asFunction(code),
      timeoutMs,
      memoryBytes: MEMORY_BYTES,
      stackBytes: STACK_BYTES,
      maxJson: MAX_JSON,
    },
    signal,
  );
  if (!reply.ok) throw failed(reply, timeoutMs);
  if (reply.cut) return { value: reply.json, truncated: true };
  try {
    return { value: JSON.parse(reply.json) as unknown, truncated: false };
  } catch {
    return { value: reply.json, truncated: false }; // The code may have made its own writer of JSON.
  }
}

/** @throws SdkError not_configured */
function engine(): Pick<SandboxWork, 'core' | 'variant'> {
  const require = createRequire(typeof __filename === 'string' ? __filename : import.meta.url);
  try {
    return { core: require.resolve('quickjs-emscripten-core'), variant: require.resolve('@jitl/quickjs-wasmfile-release-sync') };
  } catch (cause) {
    throw new SdkError('not_configured', 'The engine of the sandbox (quickjs-emscripten-core) is not installed.', {
      phase: 'validate',
      cause,
    });
  }
}

/** A worker of its own: an endless loop holds up nobody, and can be ended. */
function ask(work: SandboxWork, signal: AbortSignal): Promise<SandboxReply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(WORKER, {
      eval: true,
      workerData: work,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
      settle();
    };
    const late: SandboxReply = { ok: false, why: 'time', name: '', message: '' };
    const timer = setTimeout(() => end(() => resolve(late)), work.timeoutMs + SLACK_MS);
    const onAbort = (): void => end(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (reply: SandboxReply) => end(() => resolve(reply)));
    worker.once('error', (error: Error) => end(() => resolve({ ok: false, why: 'memory', name: error.name, message: error.message })));
    worker.once('exit', () => end(() => resolve({ ok: false, why: 'memory', name: '', message: 'The engine ended.' })));
  });
}

function failed({ why, name, message }: Extract<SandboxReply, { ok: false }>, timeoutMs: number): SdkError {
  const details = { reason: why };
  const phase = 'dispatch';
  switch (why) {
    case 'time':
      return new SdkError('timeout', `The script did not end within ${timeoutMs} ms and was ended.`, { phase, retryable: false, details });
    case 'memory':
      return new SdkError('script_error', `The script needed more memory than there is (${MEMORY_BYTES / 1024 / 1024} MB).`, {
        phase,
        details,
      });
    case 'pending':
      return new SdkError(
        'script_error',
        'The script waits for a promise that nothing can settle: there are no timers, events or network here.',
        {
          phase,
          details,
        },
      );
    default:
      return new SdkError('script_error', name === '' || message.startsWith(`${name}:`) ? message : `${name}: ${message}`, {
        phase,
        details: { ...details, name, message },
      });
  }
}
