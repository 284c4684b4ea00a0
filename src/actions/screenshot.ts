/** Screenshot. */
import type { PageScreenshotOptions } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import { Act } from './act.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome } from './outcome.js';
import { locate } from './precheck.js';
import { dress, type LegendEntry, legendLines } from './screenshot-dress.js';

export interface ScreenshotInput {
  /** `viewport` (default), `fullpage`, or a ref. */
  readonly target?: string | undefined;
  /** Default png. */
  readonly format?: 'png' | 'jpeg' | undefined;
  /** True: draws the refs of what can be acted on into the picture, and lists them. */
  readonly annotate?: boolean | undefined;
  /** `css`: one px of the picture is one CSS px, whatever the device pixel ratio. Default device. */
  readonly scale?: 'css' | 'device' | undefined;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
type Region = Size & { readonly x: number; readonly y: number };
export interface ScreenshotData {
  readonly url: string;
  readonly tabId: number;
  readonly target: string;
  readonly format: 'png' | 'jpeg';
  /** CSS px of the viewport; coordinates of click_xy and drag are in these. */
  readonly viewport: Size;
  readonly devicePixelRatio: number;
  /** What the picture shows, in CSS px of the viewport. */
  readonly clip: Region;
  readonly bytes: number;
  /** With `annotate`: what is drawn, in order. */
  readonly legend?: readonly LegendEntry[];
}

interface Metrics {
  readonly viewport: Size;
  readonly page: Size;
  readonly scroll: { readonly x: number; readonly y: number };
  readonly devicePixelRatio: number;
}

/**
 * Takes a picture of the viewport, the full page, or the region of an element. The picture is the image block of `content`.
 * @throws SdkError not_visible and unsupported_frame for a ref, and what ends any call
 */
export async function screenshot(
  context: ActionContext,
  { target = 'viewport', format = 'png', annotate = false, scale = 'device' }: ScreenshotInput,
): Promise<ActionOutcome<ScreenshotData>> {
  const isWhole = target === 'viewport' || target === 'fullpage';
  const tab = isWhole ? context.tab : (context.perception.tabOf(target) ?? context.tab);
  const act = new Act(context, tab);
  const take = (): Promise<ActionOutcome<ScreenshotData>> => taken(act, { target, format, annotate, scale });
  try {
    // An element is scrolled into view first, which is not for others to run into.
    return isWhole ? await take() : await tab.write(take, context.signal);
  } catch (error) {
    throw act.failed(error);
  }
}

async function taken(act: Act, { target, format, annotate, scale }: Wish): Promise<ActionOutcome<ScreenshotData>> {
  const { clip, options, metrics } = await regionOf(act, target);
  checkSize(target, clip, metrics);
  act.phase = 'dispatch';
  const { page, tabId } = act.tab;
  const dressing = await dress(act, { clip, isWhole: target === 'fullpage', annotate });
  let picture: Buffer;
  try {
    picture = await act.race(page.screenshot({ ...options, type: format, scale, timeout: Math.max(1, act.context.remaining()) }));
  } finally {
    dressing.undress();
  }
  if (picture.length > MAX_BYTES) throw tooLarge(`The picture has ${picture.length} bytes`);
  const { legend } = dressing;
  const data: ScreenshotData = {
    url: page.url(),
    tabId,
    target,
    format,
    viewport: metrics.viewport,
    devicePixelRatio: metrics.devicePixelRatio,
    clip,
    bytes: picture.length,
    ...(legend ? { legend } : {}),
  };
  const text = `Screenshot of ${target}: ${size(clip)} CSS px. Viewport ${size(metrics.viewport)} CSS px, device pixel ratio ${metrics.devicePixelRatio}.`;
  return {
    data,
    content: [
      { type: 'text', text: [text, ...(legend ? legendLines(legend) : [])].join('\n') },
      { type: 'image', data: picture.toString('base64'), mimeType: `image/${format}` },
    ],
    evidence: act.evidence(),
    tabId,
  };
}

interface Wish {
  readonly target: string;
  readonly format: 'png' | 'jpeg';
  readonly annotate: boolean;
  readonly scale: 'css' | 'device';
}

/** Device px of a side and of the whole, and bytes, beyond which a picture is of no use to a model. */
const MAX_SIDE = 16_384;
const MAX_AREA = 40_000_000;
const MAX_BYTES = 12_000_000;

function checkSize(target: string, clip: Size, { devicePixelRatio }: Metrics): void {
  const [width, height] = [clip.width * devicePixelRatio, clip.height * devicePixelRatio];
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_AREA)
    throw tooLarge(`A picture of ${target} would have ${Math.round(width)}x${Math.round(height)} px`);
}

function tooLarge(what: string): SdkError {
  return new SdkError('too_large', `${what}, more than ${MAX_SIDE} px a side, ${MAX_AREA / 1e6} million px or ${MAX_BYTES / 1e6} MB.`, {
    phase: 'dispatch',
    hint: 'Take the viewport or one element, after scrolling to it.',
  });
}

interface Shot {
  readonly clip: Region;
  readonly options: PageScreenshotOptions;
  readonly metrics: Metrics;
}

async function regionOf(act: Act, target: string): Promise<Shot> {
  if (target !== 'viewport' && target !== 'fullpage') return elementRegion(act, target);
  const metrics = await measure(act);
  if (target === 'viewport') return { clip: { x: 0, y: 0, ...metrics.viewport }, options: {}, metrics };
  return { clip: { x: -metrics.scroll.x, y: -metrics.scroll.y, ...metrics.page }, options: { fullPage: true }, metrics };
}

/** The box of an element in the top viewport; one larger than the viewport is taken from the full page. */
async function elementRegion(act: Act, ref: string): Promise<Shot> {
  const { target, reply } = await act.timed('precheckMs', () => locate(act, ref, ['attached', 'visible', 'in_view', 'stable']));
  const [x, y, width, height] = reply.box;
  const map = (point: { x: number; y: number }) =>
    act.tab.mapPoint(target.world, reply.owners, point, { ...act.options(), hitTest: false, viewport: reply.viewport });
  const [from, to] = await Promise.all([map({ x, y }), map({ x: x + width, y: y + height })]);
  const metrics = await measure(act);
  const box = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  const isWithin = box.x >= 0 && box.y >= 0 && to.x <= metrics.viewport.width && to.y <= metrics.viewport.height;
  if (isWithin) return { clip: box, options: { clip: box }, metrics };
  const clip = { ...box, x: Math.max(0, box.x + metrics.scroll.x), y: Math.max(0, box.y + metrics.scroll.y) };
  if (clip.width < 1 || clip.height < 1)
    throw new SdkError('not_visible', 'The element has no area to take a picture of.', { phase: 'precheck' });
  return { clip: box, options: { clip, fullPage: true }, metrics };
}

const METRICS = `(() => { const d = document.scrollingElement || document.documentElement;
  return [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY, d.scrollWidth, d.scrollHeight]; })()`;

async function measure(act: Act): Promise<Metrics> {
  const numbers = await act.race(act.tab.page.evaluate(METRICS) as Promise<unknown>);
  const list = Array.isArray(numbers) ? numbers.map(Number) : [];
  if (list.length !== 7 || list.some((number) => !Number.isFinite(number)))
    throw new SdkError('internal', 'The page does not tell its size.', { phase: 'dispatch' });
  const [width = 0, height = 0, devicePixelRatio = 1, x = 0, y = 0, pageWidth = 0, pageHeight = 0] = list;
  return { viewport: { width, height }, page: { width: pageWidth, height: pageHeight }, scroll: { x, y }, devicePixelRatio };
}

function size({ width, height }: Size): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}
