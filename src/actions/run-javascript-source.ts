/** The code of a caller as one expression for the page: run as it is, its value told as JSON of a bounded size. */
import { Script } from 'node:vm';

/** What the expression gives. */
export type ScriptReply =
  | { readonly ok: true; readonly json: string; readonly kind: string; readonly cut: boolean }
  | { readonly ok: false; readonly name: string; readonly message: string };

/**
 * An expression where the code is one (`document.title`, `await fetch(…)`), else the body of an async function. Only the grammar is looked at:
 * nothing runs twice.
 */
export function asFunction(code: string): string {
  const expression = `async () => (\n${code}\n)`;
  return isValid(`(${expression})`) ? expression : `async () => {\n${code}\n}`;
}

function isValid(source: string): boolean {
  try {
    new Script(source);
    return true;
  } catch {
    return false; // The page's own parser says what is wrong with it.
  }
}

/**
 * @param code expression or statements
 * @param limit characters of JSON that are given back
 */
export function scriptSource(code: string, limit: number): string {
  return `(${RUNNER})(${asFunction(code)}, ${limit})`;
}

/**
 * Runs in the main world, beside whatever the page made of its built-ins; so it uses as few of them as it can, and a page that lies about its own
 * values lies to itself. What JSON cannot hold is described in words: functions, nodes, windows, symbols, cycles.
 */
const RUNNER = `async (run, limit) => {
  const tagOf = (value) => { try { return Object.prototype.toString.call(value).slice(8, -1); } catch { return 'Object'; } };
  const isNode = (value) => { try { return Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType').get.call(value) > 0; } catch { return false; } };
  const isWindow = (value) => { try { return value.window === value; } catch { return false; } };
  const LISTS = { NodeList: 1, HTMLCollection: 1, HTMLOptionsCollection: 1, DOMTokenList: 1, FileList: 1, NamedNodeMap: 1, DOMRectList: 1, Arguments: 1 };
  const describe = (value) => {
    if (typeof value === 'function') return '[function ' + (value.name || 'without a name') + ']';
    if (isNode(value)) {
      if (value.nodeType === 3) return '[text ' + JSON.stringify(String(value.data).slice(0, 100)) + ']';
      if (value.nodeType !== 1) return '[' + tagOf(value) + ']';
      const id = value.getAttribute('id');
      return '[element <' + value.localName + (id ? ' id=' + JSON.stringify(id) : '') + '>]';
    }
    return '[' + tagOf(value) + ']';
  };
  const parts = [], stack = [];
  let length = 0;
  class Cut {}
  const put = (text) => {
    const room = limit - length;
    parts[parts.length] = text.length > room ? text.slice(0, room) : text;
    length += text.length;
    if (length > limit) throw new Cut();
  };
  const quoted = (text) => JSON.stringify(text.length > limit ? text.slice(0, limit + 1) : text);
  const list = (value, size, at) => {
    put('[');
    for (let i = 0; i < size; i++) { if (i) put(','); write(at(i), '' + i); }
    put(']');
  };
  const record = (value, keys) => {
    put('{');
    let isFirst = true;
    for (let i = 0; i < keys.length; i++) {
      let inner;
      try { inner = value[keys[i]]; } catch (error) { inner = '[threw ' + error + ']'; }
      if (inner === undefined) continue;
      put((isFirst ? '' : ',') + quoted(keys[i]) + ':');
      isFirst = false;
      write(inner, keys[i]);
    }
    put('}');
  };
  const write = (value, key) => {
    if (value === null || value === undefined) return put('null');
    const type = typeof value;
    if (type === 'string') return put(quoted(value));
    if (type === 'number') return put(Number.isFinite(value) ? '' + value : '"' + value + '"');
    if (type === 'boolean') return put('' + value);
    if (type === 'bigint') return put('"' + value + 'n"');
    if (type === 'symbol') return put(quoted(String(value)));
    if (type === 'function' || isNode(value)) return put(quoted(describe(value)));
    if (isWindow(value)) return put('"[window]"');
    for (let i = 0; i < stack.length; i++) if (stack[i] === value) return put('"[cycle]"');
    if (stack.length >= 40) return put('"[deeper]"');
    stack[stack.length] = value;
    object(value, key);
    stack.length--;
  };
  const object = (value, key) => {
    const tag = tagOf(value);
    if (tag === 'Error' || tag === 'DOMException') return record({ name: '' + value.name, message: '' + value.message }, ['name', 'message']);
    if (tag === 'Map') return each(Map.prototype.forEach, value, (inner, at) => [at, inner]);
    if (tag === 'Set') return each(Set.prototype.forEach, value, (inner) => inner);
    if (Array.isArray(value) || LISTS[tag] || (ArrayBuffer.isView(value) && tag !== 'DataView')) return list(value, value.length, (i) => value[i]);
    let own;
    try { own = typeof value.toJSON === 'function' ? value.toJSON(key) : value; } catch { own = value; }
    if (own !== value) return write(own, key);
    const keys = Object.keys(value);
    if (keys.length === 0 && tag !== 'Object') return put(quoted(describe(value)));
    record(value, keys);
  };
  const each = (walk, value, pick) => {
    const items = [];
    walk.call(value, (inner, at) => { items[items.length] = pick(inner, at); });
    list(items, items.length, (i) => items[i]);
  };
  const kindOf = (value) => value === null ? 'null' : value === undefined ? 'undefined' : typeof value === 'object' ? tagOf(value) : typeof value;
  let value;
  try {
    value = await run();
  } catch (error) {
    const isError = typeof error === 'object' && error !== null && 'message' in error;
    return { ok: false, name: isError ? '' + error.name : 'thrown value', message: isError ? '' + error.message : String(error) };
  }
  let cut = false;
  try { write(value, ''); } catch (error) { if (!(error instanceof Cut)) throw error; cut = true; }
  let json = '';
  for (let i = 0; i < parts.length; i++) json += parts[i];
  return { ok: true, json, kind: kindOf(value), cut };
}`;
