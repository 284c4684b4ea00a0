/** Elements that scripts listen on and that the accessibility tree does not offer: a bounded sample. */
import type { CDPSession } from 'playwright-core';
import type { CallOptions, PageEngine } from '../../bridge/types.js';
import type { FrameTree } from './trees.js';

/** Largest number of candidates looked at. */
const SAMPLE = 120;
const SEARCH_MS = 2_500;
const GROUP = 'surehand-targets';
const EVENTS: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'keydown',
  'keyup',
  'keypress',
  'dragstart',
  'drop',
  'dblclick',
  'contextmenu',
]);
const PAGE_LEVEL: ReadonlySet<string> = new Set(['html', 'body', 'head']);

export interface EventTarget {
  readonly label: string;
  /** Names of the events, sorted. */
  readonly events: readonly string[];
  readonly backendNodeId: number;
  readonly tree: FrameTree;
}

/** What an author calls an element: label, title, id, else its tag. */
export function labelOf(node: { readonly localName: string; readonly attributes?: readonly string[] }): string {
  const attributes = new Map<string, string>();
  for (let i = 0; i + 1 < (node.attributes?.length ?? 0); i += 2)
    attributes.set(node.attributes?.[i] as string, node.attributes?.[i + 1] as string);
  for (const name of ['aria-label', 'title', 'id']) {
    const text = attributes.get(name)?.trim();
    if (text) return text;
  }
  return node.localName;
}

/** @param known nodes that have a line with a ref already, by session */
export async function sampleTargets(
  tab: PageEngine,
  trees: readonly FrameTree[],
  known: ReadonlyMap<CDPSession, ReadonlySet<number>>,
  call: CallOptions,
): Promise<readonly EventTarget[]> {
  const sessions = [...new Set(trees.map(({ frame }) => frame.session))];
  const options = { ...call, timeoutMs: Math.min(call.timeoutMs, SEARCH_MS) };
  const found = await Promise.all(
    sessions.map(async (session) => {
      try {
        return (
          (await tab.deep?.race('Looking for listeners', options, () => sampleIn(session, trees, known.get(session) ?? new Set()))) ?? []
        );
      } catch (error) {
        if (call.signal?.aborted || tab.closed || tab.crashed) throw error;
        return []; // A sample: what cannot be had is left out.
      }
    }),
  );
  return found.flat().slice(0, SAMPLE);
}

async function sampleIn(session: CDPSession, trees: readonly FrameTree[], known: ReadonlySet<number>): Promise<readonly EventTarget[]> {
  const own = trees.filter(({ frame }) => frame.session === session);
  const root = own.find(({ frame }) => frame.isRoot);
  if (!root) return [];
  try {
    // From an object of the main world: a listing that starts from an isolated world can end the renderer.
    const { result } = await session.send('Runtime.evaluate', { expression: 'document', objectGroup: GROUP, silent: true });
    if (!result.objectId) return [];
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId, depth: -1, pierce: true });
    const events = new Map<number, Set<string>>();
    for (const { backendNodeId, type } of listeners) {
      if (!backendNodeId || !EVENTS.has(type) || known.has(backendNodeId)) continue;
      const types = events.get(backendNodeId);
      if (types) types.add(type);
      else events.set(backendNodeId, new Set([type]));
    }
    const candidates = [...events].slice(0, SAMPLE);
    const described = await Promise.all(candidates.map(([id, types]) => targetOf(session, id, [...types].sort(), root, own)));
    return described.flatMap((one) => one ?? []);
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  }
}

async function targetOf(
  session: CDPSession,
  backendNodeId: number,
  events: readonly string[],
  root: FrameTree,
  own: readonly FrameTree[],
): Promise<EventTarget | undefined> {
  try {
    const { node } = await session.send('DOM.describeNode', { backendNodeId, depth: 0 });
    if (node.nodeType !== 1 || PAGE_LEVEL.has(node.localName)) return undefined;
    const tree = own.length === 1 ? root : await treeOf(session, backendNodeId, own);
    return tree && { label: labelOf(node), events, backendNodeId, tree };
  } catch {
    return undefined; // Gone meanwhile.
  }
}

/** The frame of a node, by its document. */
async function treeOf(session: CDPSession, backendNodeId: number, own: readonly FrameTree[]): Promise<FrameTree | undefined> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, objectGroup: GROUP });
  if (!object.objectId) return undefined;
  const getDocument = { objectId: object.objectId, functionDeclaration: 'function(){return this.ownerDocument}', objectGroup: GROUP };
  const { result } = await session.send('Runtime.callFunctionOn', getDocument);
  if (!result.objectId) return undefined;
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId, depth: 0 });
  return own.find(({ documentNodeId }) => documentNodeId === node.backendNodeId);
}
