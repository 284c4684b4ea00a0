/** What the worker of the sandbox runs: a JavaScript engine compiled to WebAssembly, so that code in it has no way to this process. */

export interface SandboxWork {
  /** Paths of the engine. */
  readonly core: string;
  readonly variant: string;
  /** An expression that is a function. */
  readonly run: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Characters of JSON given back. */
  readonly maxJson: number;
}
export type SandboxReply =
  | { readonly ok: true; readonly json: string; readonly cut: boolean }
  | { readonly ok: false; readonly why: 'error' | 'time' | 'memory' | 'pending'; readonly name: string; readonly message: string };

/**
 * Runs inside the engine, before the code: takes what it needs of the built-ins, which the code may then change for itself.
 * Gives text, never an object of the engine.
 */
const GUEST = `(run, max) => {
  const stringify = JSON.stringify, call = Function.prototype.call.bind(Function.prototype.call), slice = String.prototype.slice;
  const plain = (key, value) => {
    const kind = typeof value;
    if (kind === 'bigint' || kind === 'symbol') return String(value);
    return kind === 'function' ? '[function]' : value;
  };
  return run().then((value) => {
    const json = value === undefined ? 'null' : stringify(value, plain);
    const text = typeof json === 'string' ? json : 'null';
    return (text.length > max ? '1' : '0') + call(slice, text, 0, max);
  });
}`;

/** CommonJS, run by the worker as it is: it shares no variable with the rest of this library. */
export const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { core, variant, run, timeoutMs, memoryBytes, stackBytes, maxJson } = workerData;
const failed = (why, name, message) => ({ ok: false, why, name: String(name).slice(0, 200), message: String(message).slice(0, 2000) });
const reason = (context, handle) => {
  const text = (key) => {
    try { return context.getProp(handle, key).consume((part) => (context.typeof(part) === 'string' ? context.getString(part) : '')); } catch { return ''; }
  };
  if (context.typeof(handle) === 'object') {
    const name = text('name'), message = text('message');
    if (name === 'InternalError' && message === 'interrupted') return failed('time', name, message);
    if (name === 'InternalError' && message === 'out of memory') return failed('memory', name, message);
    if (name || message) return failed('error', name, message);
  }
  let shown = '';
  try { shown = context.getString(handle); } catch {}
  return context.typeof(handle) === 'null' || shown === 'null' ? failed('memory', '', 'out of memory') : failed('error', '', shown);
};
// The engine counts what it asked for and not what it got, so its own limit comes late: the memory it lives in has one too.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > memoryBytes) throw new RangeError('out of memory');
  return grow.call(this, pages);
};
async function work() {
  const variantModule = require(variant);
  const engine = await require(core).newQuickJSWASMModuleFromVariant(variantModule.default ?? variantModule);
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  const end = Date.now() + timeoutMs;
  const isLate = () => Date.now() > end;
  runtime.setInterruptHandler(isLate);
  const context = runtime.newContext();
  const source = '(' + ${JSON.stringify(GUEST)} + ')(' + run + ',' + maxJson + ')';
  const outcome = context.evalCode(source, 'script.js', { type: 'global', strict: false });
  if (outcome.error) return reason(context, outcome.error);
  const promise = outcome.value;
  while (runtime.hasPendingJob()) {
    if (isLate()) return failed('time', '', '');
    const jobs = runtime.executePendingJobs(64);
    if (jobs.error) return reason(context, jobs.error);
  }
  const state = context.getPromiseState(promise);
  if (state.type === 'pending') return failed('pending', '', '');
  if (state.type === 'rejected') return reason(context, state.error);
  const text = context.getString(state.value);
  return { ok: true, json: text.slice(1), cut: text[0] === '1' };
}
work().then((reply) => parentPort.postMessage(reply), (error) => parentPort.postMessage(failed('memory', error && error.name, error && error.message)));
`;
