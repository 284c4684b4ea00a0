/** Deep refs: what each stands for, and every check before one is acted on. There is no recovery: what is not the same is stale. */
import type { CDPSession } from 'playwright-core';
import type { CallOptions, Engine, PageEngine, PlacedNode, RandomId } from '../../bridge/types.js';
import { SdkError } from '../../shared/errors.js';
import { formatRef, parseRef } from '../../shared/ref.js';
import { withListeners } from '../listening.js';
import { type DeepResolver, frameOf } from '../resolve.js';
import { unwrap } from '../tree.js';
import type { ResolvedTarget } from '../types.js';
import { enterAllFrames } from '../worlds.js';
import { type AxNode, nameOf, roleOf } from './ax-words.js';
import { labelOf } from './event-targets.js';

/** Deep reads whose refs are kept. */
const MAX_GENERATIONS = 8;
const NONCE_LENGTH = 8;

/** What a ref is bound to. */
export interface DeepRecord {
  readonly kind: 'accessible' | 'event-target';
  readonly tabId: number;
  readonly epoch: number;
  readonly session: CDPSession;
  readonly frameId: string;
  readonly loaderId: string;
  readonly documentNodeId: number;
  readonly backendNodeId: number;
  readonly role: string;
  readonly name: string;
}
type Reason =
  | 'ref_epoch_mismatch'
  | 'expired'
  | 'frame_detached'
  | 'document_identity_changed'
  | 'document_identity_check_failed'
  | 'removed'
  | 'changed';

export interface DeepParts {
  readonly engine: Engine;
  readonly random: RandomId;
  /** Resolves a snapshot ref, with all its checks. */
  readonly resolveSnapshot: (ref: string, call: CallOptions) => Promise<ResolvedTarget>;
}

/** The epoch of a tab: it grows with each document of its main frame. */
export function epochOf(tab: PageEngine): number {
  return tab.navigationCount + 1;
}

export class DeepRefs implements DeepResolver {
  readonly #parts: DeepParts;
  readonly #generations = new Map<number, Map<string, DeepRecord>>();
  /** Snapshot refs under which the element of a record is checked from its first use on. */
  readonly #checked = new WeakMap<DeepRecord, string>();
  #nonce = '';
  #generation = 0;

  constructor(parts: DeepParts) {
    this.#parts = parts;
  }

  /** Starts a read; refs of the oldest one are given up. */
  begin(tab: PageEngine): { readonly id: string; add(record: Omit<DeepRecord, 'tabId' | 'epoch'>): string } {
    const epoch = epochOf(tab);
    const id = `c${this.#ownNonce()}_${epoch}_${++this.#generation}`;
    const records = new Map<string, DeepRecord>();
    this.#generations.set(this.#generation, records);
    if (this.#generations.size > MAX_GENERATIONS) this.#generations.delete(this.#generations.keys().next().value as number);
    return {
      id,
      add(record) {
        const ref = `${id}_${records.size + 1}`;
        records.set(ref, { ...record, tabId: tab.tabId, epoch });
        return ref;
      },
    };
  }

  tabOf(ref: string): PageEngine | undefined {
    const record = this.#recordOf(ref);
    return record && this.#parts.engine.byTabId(record.tabId);
  }

  async resolve(ref: string, call: CallOptions): Promise<ResolvedTarget> {
    const record = this.#known(ref);
    const tab = this.#parts.engine.byTabId(record.tabId);
    if (!tab || tab.closed)
      throw new SdkError('tab_closed', `The tab of ref ${ref} (${words(record)}) is closed.`, {
        phase: 'resolve',
        details: { ref, tabId: record.tabId },
      });
    if (epochOf(tab) !== record.epoch) throw stale(ref, record, 'ref_epoch_mismatch', 'The page was left or reloaded since.');
    await this.#sameDocument(tab, ref, record, call);
    const placed = await this.#place(tab, ref, record, call);
    await this.#sameMeaning(tab, ref, record, call);
    const target = await this.#checkedTarget(tab, record, placed, ref, call);
    // Once more: all the questions above took time.
    if (epochOf(tab) !== record.epoch) throw stale(ref, record, 'ref_epoch_mismatch', 'The page was left or reloaded meanwhile.');
    return target;
  }

  #ownNonce(): string {
    this.#nonce ||= this.#parts.random(NONCE_LENGTH);
    return this.#nonce;
  }

  #recordOf(ref: string): DeepRecord | undefined {
    const parts = parseRef(ref);
    return parts?.kind === 'deep' && parts.nonce === this.#nonce ? this.#generations.get(parts.generation)?.get(ref) : undefined;
  }

  /** @throws SdkError stale_ref for one of another session or of a read no longer kept, unknown_ref for one never issued */
  #known(ref: string): DeepRecord {
    const record = this.#recordOf(ref);
    if (record) return record;
    const parts = parseRef(ref);
    if (parts?.kind !== 'deep') throw new SdkError('unknown_ref', `The ref ${ref} was never issued.`, { details: { ref } });
    if (parts.nonce !== this.#nonce) throw stale(ref, undefined, 'ref_epoch_mismatch', 'It is not a ref of this session.');
    if (parts.generation <= this.#generation && !this.#generations.has(parts.generation))
      throw stale(ref, undefined, 'expired', 'It is from a deep read that is no longer kept.');
    throw new SdkError('unknown_ref', `The ref ${ref} was never issued.`, { details: { ref } });
  }

  async #sameDocument(tab: PageEngine, ref: string, record: DeepRecord, call: CallOptions): Promise<void> {
    const frame = await tab.deep?.frame(record.session, record.frameId, call);
    if (!frame) throw stale(ref, record, 'frame_detached', 'Its frame is gone.');
    if (frame.loaderId !== record.loaderId) throw stale(ref, record, 'document_identity_changed', 'Its frame shows another document.');
  }

  /** Role and name as the browser computes them, against what was read. */
  async #sameMeaning(tab: PageEngine, ref: string, record: DeepRecord, call: CallOptions): Promise<void> {
    const now = await tab.deep?.race('Checking a deep ref', call, () => meaningOf(record));
    if (!now) throw stale(ref, record, 'removed', 'Its element is no longer in the page.');
    if (now.role === record.role && now.name === record.name) return;
    throw stale(ref, record, 'changed', `Now it is ${words(now)}.`, now);
  }

  async #place(tab: PageEngine, ref: string, record: DeepRecord, call: CallOptions): Promise<PlacedNode> {
    const ask = () => tab.deep?.place(record.session, record.backendNodeId, call);
    let placed = await ask();
    if (!placed) {
      // No world of that document yet.
      await enterAllFrames(tab, call);
      placed = await ask();
    }
    if (!placed) throw stale(ref, record, 'removed', 'Its element is no longer in the page.');
    if (placed.documentNodeId !== record.documentNodeId)
      throw stale(ref, record, 'document_identity_changed', 'Its element stands in another document.');
    return placed;
  }

  /** The element in our world, from its first use on with the checks of a snapshot ref. */
  async #checkedTarget(
    tab: PageEngine,
    record: DeepRecord,
    { world, el }: PlacedNode,
    ref: string,
    call: CallOptions,
  ): Promise<ResolvedTarget> {
    const snapshotRef = this.#checked.get(record);
    if (snapshotRef !== undefined) {
      const target = await this.#parts.resolveSnapshot(snapshotRef, call);
      if (target.el !== el || target.world !== world)
        throw stale(ref, record, 'document_identity_check_failed', 'It does not stand for the same element any more.');
      return { ...target, ref };
    }
    const { key, facts } = unwrap(await withListeners(tab, world, call, () => world.call('describe', { el }, call)));
    tab.noteDocument(world, facts.nonce, facts.owners.length === 0);
    this.#checked.set(record, formatRef(key.nonce, key.snapshotId, key.index));
    return { ref, tab, world, el, facts, frame: await frameOf(tab, world, facts, call) };
  }
}

interface Meaning {
  readonly role: string;
  readonly name: string;
}

async function meaningOf({ kind, session, backendNodeId, role }: DeepRecord): Promise<Meaning | undefined> {
  try {
    if (kind === 'event-target') return { role, name: labelOf((await session.send('DOM.describeNode', { backendNodeId, depth: 0 })).node) };
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { backendNodeId, fetchRelatives: false });
    const node = nodes[0] as AxNode | undefined;
    return node && { role: roleOf(node), name: nameOf(node) };
  } catch {
    return undefined; // The browser does not know the node any more.
  }
}

const words = ({ role, name }: Meaning): string => `${role || 'generic'} "${name}"`;

function stale(ref: string, record: DeepRecord | undefined, reason: Reason, why: string, now?: Meaning): SdkError {
  const was = record && { role: record.role, name: record.name };
  return new SdkError(
    'stale_ref',
    `The ref ${ref} does not hold any more. ${why}${was ? ` It was ${words(was)}.` : ''} Nothing was sent.`,
    {
      phase: 'resolve',
      hint: 'Call read_page_deep or read_page and use a fresh ref.',
      details: { ref, reason, ...(was ? { was } : {}), ...(now ? { now } : {}), candidates: [] },
    },
  );
}
