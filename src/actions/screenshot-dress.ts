/** What is done to a page for the length of a picture: no highlight, secrets masked, refs drawn where they are wanted. */
import type { World } from '../bridge/types.js';
import type { Box, SnapshotNode } from '../shared/snapshot.js';
import type { Act } from './act.js';
import { ask } from './observation.js';

export interface LegendEntry {
  /** What is written at the box: the ref where refs are short, else a number, because long words would hide the page. */
  readonly mark: string;
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** CSS px of the viewport. */
  readonly box: Box;
}

export interface Dressing {
  readonly legend: readonly LegendEntry[] | undefined;
  /** Does not wait. */
  undress(): void;
}

interface Wish {
  /** What the picture shows, in CSS px of the viewport. */
  readonly clip: Box;
  readonly isWhole: boolean;
  readonly annotate: boolean;
}

/** Tokens of the snapshot the refs and the text come from: the largest there is. */
const TOKENS = 6_000;
/** Refs drawn; more cover each other. */
const MAX_MARKS = 150;
const DRAW_MS = 1_000;
const SHORT_REF = 6;
const NAME_CHARS = 60;

interface Mark {
  readonly box: readonly [number, number, number, number];
  readonly label: string;
  readonly solid?: boolean;
}

/** Prepares the page. A secret that cannot be masked ends the call. */
export async function dress(act: Act, wish: Wish): Promise<Dressing> {
  const { context, tab } = act;
  const drawn = new Set<World>();
  const undress = (): void => {
    for (const world of drawn) world.call('clearDrawings', {}, { timeoutMs: DRAW_MS }).catch(() => undefined);
  };
  try {
    if (context.settings.visualize)
      await Promise.all(tab.worlds().map((world) => ask(act, () => world.call('clearDrawings', {}, act.options(DRAW_MS)))));
    await maskFields(act, drawn);
    const secrets = context.secretsWereUsed() ? await secretMarks(act, wish) : [];
    const legend = wish.annotate ? await legendOf(act, wish) : undefined;
    const marks = [...secrets, ...(legend ?? []).map(({ mark, box }) => ({ box: wire(box), label: mark }))];
    if (marks.length > 0) {
      drawn.add(tab.top());
      await tab.top().call('annotate', { marks }, act.options());
    }
    return { legend, undress };
  } catch (error) {
    undress();
    throw error;
  }
}

async function maskFields(act: Act, drawn: Set<World>): Promise<void> {
  const alive = new Set(act.tab.worlds());
  for (const { world, el } of act.context.secretFields(act.tab)) {
    if (!alive.has(world)) continue;
    drawn.add(world);
    await world.call('mask', { els: [el] }, act.options());
  }
}

const wire = ({ x, y, width, height }: Box): Mark['box'] => [x, y, width, height];

/** Where the page shows a secret that was typed, in a field it has drawn anew or as text. */
async function secretMarks(act: Act, wish: Wish): Promise<Mark[]> {
  const nodes = await read(act, 'snapshot', wish);
  const shows = ({ name, value }: SnapshotNode): boolean => act.context.showsSecret(`${name}\n${value ?? ''}`);
  const marks: Mark[] = [];
  for (const node of nodes) {
    if (!node.box || !shows(node) || (await isMasked(act, node))) continue;
    marks.push({ box: wire(node.box), label: '', solid: true });
  }
  return marks;
}

async function isMasked(act: Act, { ref }: SnapshotNode): Promise<boolean> {
  const found = ref === undefined ? undefined : await act.context.perception.resolve(ref, act.options());
  return found !== undefined && act.context.secretFields(act.tab).some(({ world, el }) => world === found.world && el === found.el);
}

async function legendOf(act: Act, wish: Wish): Promise<LegendEntry[]> {
  const nodes = await read(act, 'interactive', wish);
  const entries = nodes.flatMap(({ ref, role, name, box }) =>
    ref && box && box.width > 0 && box.height > 0 && overlaps(box, wish.clip) ? [{ ref, role, name, box }] : [],
  );
  return entries.slice(0, MAX_MARKS).map((entry, i) => ({ mark: entry.ref.length <= SHORT_REF ? entry.ref : String(i + 1), ...entry }));
}

async function read(act: Act, mode: 'snapshot' | 'interactive', { isWhole }: Wish): Promise<readonly SnapshotNode[]> {
  const page = await act.context.perception.read(act.tab, { maxTokens: TOKENS, mode, boxes: isWhole }, act.options());
  return page.nodes;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function legendLines(legend: readonly LegendEntry[]): string[] {
  if (legend.length === 0) return ['Nothing there has a ref.'];
  return [
    'Refs in the picture:',
    ...legend.map(({ mark, ref, role, name }) => `${mark}: ${role} ${JSON.stringify(name.slice(0, NAME_CHARS))} [ref=${ref}]`),
  ];
}
