/** The ref grammar: what a ref looks like, how to print and read one. */

/** A ref of a page snapshot: `s{documentNonce}_{snapshotId}_{nodeIndex}`. */
export type SnapshotRef = `s${string}_${number}_${number}`;
/** A ref of a deep read: `c{managerNonce}_{tabEpoch}_{generation}_{nodeIndex}`. */
export type DeepRef = `c${string}_${number}_${number}_${number}`;
/** A short ref of `refFormat: 'compact'`, unique in one session. */
export type CompactRef = `e${number}`;
export type Ref = SnapshotRef | DeepRef | CompactRef;

/** The parts of a snapshot ref. `nonce` belongs to one document, `snapshotId` only grows in it. */
export interface SnapshotRefParts {
  readonly kind: 'snapshot';
  readonly nonce: string;
  readonly snapshotId: number;
  readonly index: number;
}
export interface DeepRefParts {
  readonly kind: 'deep';
  readonly nonce: string;
  readonly epoch: number;
  readonly generation: number;
  readonly index: number;
}
export interface CompactRefParts {
  readonly kind: 'compact';
  readonly index: number;
}
export type RefParts = SnapshotRefParts | DeepRefParts | CompactRefParts;

const SNAPSHOT = /^s([a-z0-9]{4,16})_([1-9][0-9]{0,8})_([1-9][0-9]{0,8})$/;
const DEEP = /^c([a-z0-9]{4,16})_([1-9][0-9]{0,8})_([1-9][0-9]{0,8})_([1-9][0-9]{0,8})$/;
const COMPACT = /^e([1-9][0-9]{0,8})$/;

/**
 * Reads a ref.
 * @param text what a model wrote
 * @returns its parts, or `undefined` when it is not of the grammar
 */
export function parseRef(text: string): RefParts | undefined {
  const s = SNAPSHOT.exec(text);
  if (s) return { kind: 'snapshot', nonce: s[1] as string, snapshotId: Number(s[2]), index: Number(s[3]) };
  const c = DEEP.exec(text);
  if (c) return { kind: 'deep', nonce: c[1] as string, epoch: Number(c[2]), generation: Number(c[3]), index: Number(c[4]) };
  const e = COMPACT.exec(text);
  return e ? { kind: 'compact', index: Number(e[1]) } : undefined;
}

/** Prints a snapshot ref. */
export function formatRef(nonce: string, snapshotId: number, index: number): SnapshotRef {
  return `s${nonce}_${snapshotId}_${index}`;
}
