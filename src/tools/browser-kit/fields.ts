/** What the tools of `browser-kit` share: their ids, paths, pages and the shape of their answers. */
import { z } from 'zod';
import { pathsIn } from '../../actions/any-control.js';
import { effectText } from '../../actions/outcome.js';
import { readPageOf, type SnapshotPage } from '../../content/paged.js';
import type { TargetLookup, TargetSpec, ToolOutput } from '../../registry/define-tool.js';
import type { PagedCapture, PathTarget } from '../../shared/content.js';
import { SdkError } from '../../shared/errors.js';
import { parseRef } from '../../shared/ref.js';
import type { ActionData, ActionEvidence, Details } from '../../shared/results.js';

/** The one window of a context. */
export const WINDOW_ID = '1';
const PATH = /^(?:\d{1,4}:)?0(?:\.\d{1,6}){0,200}$/;

export const browserIdField = z.string().min(1).max(100).describe('Browser, from getContext.');
export const windowIdField = z.string().min(1).max(20).describe('Window, from getContext.');
const kitTabField = z
  .string()
  .regex(/^\d{1,9}$/, 'is not the id of a tab, such as "1"')
  .describe('Tab, from getContext.');
export const pathField = z
  .string()
  .max(1_500)
  .refine((text) => PATH.test(text) || parseRef(text) !== undefined, 'is not a path such as 0.2.1, as given by getReadableElements')
  .describe('Path of the element, from getReadableElements, such as 0.2.1.');
export const directionField = z.enum(['up', 'down', 'left', 'right']).describe('Direction.');
export const amountField = z.int().min(1).max(10_000_000).optional().describe('CSS pixels; default about one page.');
export const pixelField = z.number().min(0).max(100_000).describe('CSS pixels, as in a picture of captureTab.');

/** Input of a tool that acts on a tab. */
export const tabInput = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ browserId: browserIdField, windowId: windowIdField, tabId: kitTabField, ...shape });
/** Input of a tool that reads one. */
export const readInput = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ browserId: browserIdField, tabId: kitTabField, ...shape });

interface Ids {
  readonly browserId: string;
  readonly windowId?: string | undefined;
  readonly tabId?: string | undefined;
}

/**
 * The tab that ids name.
 * @throws SdkError not_found for a browser or window there is not; that there is no such tab is told by whoever looks for it
 */
export function tabOfIds({ browserId, windowId, tabId }: Ids, { sessionId }: TargetLookup): Pick<TargetSpec, 'tabId'> {
  if (browserId !== sessionId) throw noSuch('browserId', browserId, sessionId);
  if (windowId !== undefined && windowId !== WINDOW_ID) throw noSuch('windowId', windowId, WINDOW_ID);
  return tabId === undefined ? {} : { tabId: Number(tabId) };
}

function noSuch(field: string, given: string, there: string): SdkError {
  return new SdkError(
    'not_found',
    `${field}: there is no ${JSON.stringify(given.slice(0, 60))}; the only one is ${JSON.stringify(there)}.`,
    {
      phase: 'resolve',
      hint: 'Call getContext and use its ids.',
      details: { field },
    },
  );
}

/**
 * The element a path stands for.
 * @throws SdkError unknown_ref for a path that was not given out for this tab
 */
export function targetOfPath(path: string, tabId: string, { content }: Pick<TargetLookup, 'content'>): PathTarget {
  if (parseRef(path)) return { ref: path, role: '', name: '' };
  const target = content.paths.find(Number(tabId), path);
  if (target) return target;
  throw new SdkError('unknown_ref', `readablePath: ${path} was not given out for tab ${tabId}.`, {
    phase: 'resolve',
    hint: FRESH_PATH,
    details: { field: 'readablePath' },
  });
}

const FRESH_PATH = 'Call getReadableElements and use a path that it gives.';
/** What to do where the usual hints speak of refs and of tools of another toolset. */
export const PATH_HINTS = {
  unknown_ref: FRESH_PATH,
  stale_ref: FRESH_PATH,
  ambiguous_target: FRESH_PATH,
  detached: FRESH_PATH,
  tab_closed: 'Call getContext and use a tab that it lists, or openTab.',
} as const;

/** What tools that act give. */
export interface KitData<Value = undefined> {
  readonly ok: true;
  readonly value?: Value;
  /** What was seen to happen. */
  readonly effects?: readonly string[];
}

const MAX_EFFECTS = 12;

interface Acted {
  readonly data: Pick<ActionData, 'effects'>;
  readonly details?: Details;
  readonly evidence?: ActionEvidence;
  readonly tabId?: number;
}

/** The answer of a tool that acted. */
export function acted<Value = undefined>({ data, details, evidence, tabId }: Acted, value?: Value): ToolOutput<KitData<Value>> {
  const effects = data.effects
    .map(effectText)
    .filter((text) => text !== '')
    .slice(0, MAX_EFFECTS);
  const told: KitData<Value> = { ok: true, ...(value === undefined ? {} : { value }), ...(effects.length === 0 ? {} : { effects }) };
  return {
    ...answer(told),
    ...(details === undefined ? {} : { details }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(tabId === undefined ? {} : { tabId }),
  };
}

/** An answer as JSON. */
export function answer<Data>(data: Data): ToolOutput<Data> {
  return { data, content: [{ type: 'text', text: JSON.stringify(data) }] };
}

/** Keeps a capture and gives its first page. */
export function firstPage(lookup: Pick<TargetLookup, 'content'>, capture: PagedCapture): ToolOutput<SnapshotPage> {
  return pageAnswer(lookup, lookup.content.paged.keep(capture), capture.type, 1);
}

/** A page of a kept capture. Its paths stand for its elements from now on. */
export function pageAnswer(
  { content }: Pick<TargetLookup, 'content'>,
  snapshotId: string,
  type: PagedCapture['type'],
  pageNumber: number,
): ToolOutput<SnapshotPage> {
  const { capture, page, told } = readPageOf(content.paged, { snapshotId, type, pageNumber });
  content.paths.give(capture.tabId, page.elements ?? []);
  return answer(told);
}

/** What the gate is told of a click. */
export function clickSpec({ ref, option }: PathTarget): TargetSpec {
  if (option === undefined) return { refs: [ref] };
  return { refs: [ref], text: option, parts: [{ tool: 'select_option', capability: 'fill', ref, text: option }] };
}

/** What the gate is told of a fill. */
export function fillSpec({ ref, isFile }: PathTarget, value: string): TargetSpec {
  if (!isFile) return { refs: [ref], text: value };
  return { refs: [ref], files: pathsIn(value), parts: [{ tool: 'upload_file', capability: 'upload', ref }] };
}
