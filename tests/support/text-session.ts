/** A session seen through the text that a model gets: whatever the demo's agent needs is read out of it, and nothing else is known. */
import type { Ask, ToolReply } from './model-server.js';
import { type ParsedLine, parseSnapshot } from './parse-snapshot.js';

interface TextResult {
  readonly ok: boolean;
  readonly content: readonly unknown[];
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
  readonly evidence: { readonly effects: readonly Readonly<Record<string, unknown>>[] };
  readonly tabId?: number;
}

const OPEN = /^<<<web_content_([0-9a-f]{16}) origin="[^"]*" tool="[^"]*">>>$/;

/** What stands before, inside and after the fence. */
function split(text: string): { readonly tabId?: number; readonly own: string; readonly body: string } {
  const prefix = /^\[tabId=(\d+)\]\n?/.exec(text);
  const lines = text.slice(prefix?.[0].length ?? 0).split('\n');
  const start = lines.findIndex((line) => OPEN.test(line));
  const id = OPEN.exec(lines[start] ?? '')?.[1];
  const end = lines.indexOf(`<<<end_web_content_${id}>>>`);
  const tabId = prefix ? { tabId: Number(prefix[1]) } : {};
  if (start < 0) return { ...tabId, own: lines.join('\n'), body: '' };
  if (end < start) throw new Error(`The fence is not closed in:\n${text.slice(0, 500)}`);
  return { ...tabId, own: lines.slice(0, start).join('\n'), body: lines.slice(start + 1, end).join('\n') };
}

function stateOf(value: string | true): string | boolean {
  if (value === 'false') return false;
  return value === 'true' ? true : value;
}

/** Nodes as `read_page` gives them, as far as text tells. */
function nodesOf(lines: readonly ParsedLine[]) {
  const open: ParsedLine[] = [];
  return lines.map((line) => {
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= line.depth) open.pop();
    const frame = open.findLast(({ role }) => role === 'iframe');
    open.push(line);
    const { role, name, depth, marks, ref, isContext } = line;
    const value = marks.get('value');
    return {
      role,
      name,
      depth,
      ref,
      context: isContext,
      states: Object.fromEntries([...marks].map(([key, mark]) => [key, stateOf(mark)])),
      ...(typeof value === 'string' ? { value } : {}),
      frame: { name: frame?.name ?? '' },
    };
  });
}

function dataOf(tool: string, body: string): unknown {
  if (tool === 'read_page') {
    const { lines, tail } = parseSnapshot(body);
    const cursor = /cursor "([^"]+)"/.exec(tail.join('\n'))?.[1];
    return { nodes: nodesOf(lines), text: body, cursor };
  }
  if (tool === 'find_in_page') return { total: Number(/^(\d+) match/m.exec(body)?.[1] ?? 0) };
  if (tool === 'tabs_list') return { tabs: [...body.matchAll(/^\[(\d+)\]/gm)].map(([, id]) => ({ tabId: Number(id) })) };
  return {};
}

function effectsOf(body: string): Readonly<Record<string, unknown>>[] {
  const said = /^Effects: (.*)$/m.exec(body)?.[1] ?? '';
  const effects: Readonly<Record<string, unknown>>[] = [];
  for (const [, id] of said.matchAll(/new tab (\d+)/g)) effects.push({ kind: 'tab_created', tabId: Number(id) });
  for (const [, id] of said.matchAll(/tab (\d+) closed/g)) effects.push({ kind: 'tab_closed', tabId: Number(id) });
  for (const [, dialogType, message, answer] of said.matchAll(/(\w+) dialog ("(?:[^"\\]|\\.)*") (\w+)/g))
    effects.push({ kind: 'dialog', dialogType, message: JSON.parse(message as string) as string, answer });
  if (/navigated to|address changed/.test(said)) effects.push({ kind: 'url' });
  if (said !== '' && said !== 'none seen.' && effects.length === 0) effects.push({ kind: 'nodes' });
  return effects;
}

function resultOf(tool: string, { text, images }: ToolReply): TextResult {
  const { tabId, own, body } = split(text);
  const failed = /^Failed: ([a-z_0-9]+) \(/m.exec(own);
  const content = images.map((url) => ({ type: 'image', data: url.slice(url.indexOf(',') + 1) }));
  const base = { content, evidence: { effects: failed ? [] : effectsOf(body) }, ...(tabId === undefined ? {} : { tabId }) };
  if (failed) return { ...base, ok: false, error: { code: failed[1] as string, message: `${own}\n${body}` } };
  return { ...base, ok: true, data: dataOf(tool, body) };
}

/** What the demo's agent calls. */
export class TextSession {
  readonly #ask: Ask;
  #tabId: number | undefined;
  /** Results of tools, in order. */
  readonly log: { readonly tool: string; readonly ok: boolean; readonly code?: string }[] = [];

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  beginTurn({ tabId }: { readonly tabId: number }): void {
    this.#tabId = tabId;
  }

  async call(tool: string, input: Readonly<Record<string, unknown>>): Promise<TextResult> {
    const tab = this.#tabId === undefined || tool === 'tabs_list' ? {} : { tabId: this.#tabId };
    const result = resultOf(tool, await this.#ask(tool, { ...input, ...tab }));
    this.log.push({ tool, ok: result.ok, ...(result.error ? { code: result.error.code } : {}) });
    // A window that opened is where one goes on; a session does the same for its default tab.
    const opened = result.evidence.effects.find(({ kind }) => kind === 'tab_created');
    if (opened && this.#tabId !== undefined) this.#tabId = opened['tabId'] as number;
    return result;
  }
}
