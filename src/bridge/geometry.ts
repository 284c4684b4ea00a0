/** Maps a point of a document up to the top viewport through every owner frame, exactly or not at all, with a hit test at every level. */
import { SdkError } from '../shared/errors.js';
import type { CdpPort } from './cdp-frame.js';
import { type FramePlace, type OwnerLayout, readOwnerLayout, type SessionPixels, sessionPixels } from './frame-place.js';
import { type FrameWorld, PortLost } from './frame-world.js';
import { frameFailure } from './page-failure.js';
import type { MapOptions } from './page-worlds.js';
import { mapInto, mapOutOf, rectOfQuad } from './quad.js';
import { readReply } from './replies.js';
import type { MappedPoint } from './types.js';

type CdpWorld = FrameWorld<CdpPort>;

/** One owner iframe, from the innermost outwards. */
interface Level {
  readonly world: CdpWorld;
  readonly port: CdpPort;
  readonly el: number;
  /** The document inside runs in a process of its own. */
  readonly isBoundary: boolean;
}

const GROUP = 'surehand-geometry';
/** Runs in the world: ids of the iframes around an element inside this world, innermost first. */
const OWNERS = `function(id){const ids=[];let at=this.element(id);while(at&&ids.length<64){const view=at.ownerDocument.defaultView;
const owner=view&&view!==globalThis?view.frameElement:null;if(owner)ids.push(this.idOf(owner));at=owner}return ids}`;

function portOf(world: CdpWorld): CdpPort {
  const { port } = world;
  if (!port) throw world.lost('Finding the point', 'no');
  return port;
}

function goneFrame(): SdkError {
  return new SdkError('frame_unavailable', 'A frame around the element went away; read the page again.', { phase: 'precheck' });
}

async function ownersOf(world: CdpWorld, el: number): Promise<number[]> {
  const owners = await portOf(world).value(OWNERS, [{ value: el }]);
  return Array.isArray(owners) ? owners.filter((id) => typeof id === 'number') : [];
}

/** All owner iframes around a document, innermost first. */
async function levelsOf(world: CdpWorld, owners: readonly number[]): Promise<Level[]> {
  const levels: Level[] = [];
  let at: CdpWorld | undefined = world;
  let list = owners;
  let inside = portOf(world).frame;
  while (at) {
    const port = portOf(at);
    for (const el of list) {
      levels.push({ world: at, port, el, isBoundary: port.frame !== inside });
      inside = port.frame;
    }
    const parent: CdpWorld | undefined = at.parent;
    if (parent) list = [at.owner, ...(await ownersOf(parent, at.owner))];
    at = parent;
  }
  return levels;
}

async function quadOf({ port, el }: Level): Promise<readonly number[]> {
  const objectId = await port.object('function(id){return this.element(id)}', [{ value: el }], GROUP);
  if (!objectId) throw goneFrame();
  const box = port.frame.session.send('DOM.getBoxModel', { objectId }).catch((error: unknown) => {
    // Chromium has no box to tell of an element that is not rendered.
    if (/box model/i.test(String(error))) throw new SdkError('occluded', 'The frame of the element is not shown.', { phase: 'precheck' });
    throw error;
  });
  return (await port.frame.guard(box)).model.content;
}

async function layoutOf({ port, el }: Level): Promise<OwnerLayout> {
  const layout = await readOwnerLayout(port, el);
  if (!layout) throw goneFrame();
  return layout;
}

/** Physical pixels matter only where a frame of another process is placed: it is put on whole ones. */
const pixelsOf = ({ port, isBoundary }: Level): Promise<SessionPixels | undefined> =>
  isBoundary ? sessionPixels(port.frame) : Promise.resolve(undefined);

/** Where each frame lies in the viewport of the root frame of its owner's session. */
async function placesOf(levels: readonly Level[]): Promise<FramePlace[]> {
  const [quads, layouts, pixels] = await Promise.all([
    Promise.all(levels.map(quadOf)),
    Promise.all(levels.map(layoutOf)),
    Promise.all(levels.map(pixelsOf)),
  ]);
  return levels.map(({ port }, i) => {
    const layout = layouts[i] as OwnerLayout;
    // Chromium divides a quad by the zoom of the document the element is in, and not by that of the root it relates to.
    const root = levels.findLastIndex((level) => level.port.frame === port.frame);
    const zoom = layout.dpr / (layouts[root] as OwnerLayout).dpr;
    const quad = (quads[i] as readonly number[]).map((value) => value * zoom);
    return placeOf(rectOfQuad(quad), layout, zoom, pixels[i]);
  });
}

function placeOf(rect: ReturnType<typeof rectOfQuad>, layout: OwnerLayout, zoom: number, pixels: SessionPixels | undefined): FramePlace {
  const { width, height } = layout;
  const place = { x: rect.x, y: rect.y, scaleX: rect.width / width, scaleY: rect.height / height };
  const isScaled = Math.abs(place.scaleX - layout.zoom * zoom) > 0.001 || Math.abs(place.scaleY - layout.zoom * zoom) > 0.001;
  if (!pixels || isScaled || layout.isTransformed) return place;
  return { ...place, x: pixels.snap(place.x), y: pixels.snap(place.y) };
}

async function hitTest({ world, port, el }: Level, point: MappedPoint): Promise<void> {
  const hit = readReply('frameHit', await port.call('frameHit', JSON.stringify({ owner: el, x: point.x, y: point.y })));
  if (!hit.ok) throw frameFailure(hit.failure, { worldId: world.id });
}

/**
 * @param owners owner iframes inside the world, innermost first
 * @param point in px of the viewport of the innermost document
 * @throws SdkError unsupported_frame, occluded, frame_unavailable
 */
export async function mapThroughFrames(
  world: CdpWorld,
  owners: readonly number[],
  point: MappedPoint,
  options: Pick<MapOptions, 'hitTest'>,
): Promise<MappedPoint> {
  let levels: Level[] = [];
  try {
    levels = await levelsOf(world, owners);
    const places = await placesOf(levels);
    let mapped = point;
    for (const [i, level] of levels.entries()) {
      // A place relates to the root frame of the owner's session. So the first level of a session maps up to there, and the levels
      // above it in the same session say where that point is in their own documents.
      if (i === 0 || level.isBoundary) mapped = mapOutOf(places[i] as FramePlace, mapped);
      if (!options.hitTest) continue;
      const above = levels[i + 1];
      await hitTest(level, above && !above.isBoundary ? mapInto(places[i + 1] as FramePlace, mapped) : mapped);
    }
    return mapped;
  } catch (error) {
    throw error instanceof PortLost ? world.lost('Finding the point', 'no') : error;
  } finally {
    for (const port of new Set(levels.map((level) => level.port))) port.releaseGroup(GROUP);
  }
}
