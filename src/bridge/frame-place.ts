/** What it takes to place a frame exactly: layout of its owner element, and the physical pixels of a session. */
import type { CdpFrame, CdpPort } from './cdp-frame.js';

/** Maps px of the document inside to px outside. */
export interface FramePlace {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Layout of an owner iframe, transforms left out. */
export interface OwnerLayout {
  /** Content box in px of its own zoom: the px of the document inside, not rounded as innerWidth is. */
  readonly width: number;
  readonly height: number;
  /** CSS zoom of the element within its document. */
  readonly zoom: number;
  /** devicePixelRatio of the document of the element; the zoom of frames is in it. */
  readonly dpr: number;
  /** The element or an ancestor has a transform. */
  readonly isTransformed: boolean;
}

/** Runs in the world. `clientWidth` holds the padding too; it is used for owners without a computed width (frame, object). */
const LAYOUT = `function(id){const e=this.element(id),d=e&&e.ownerDocument,v=d&&d.defaultView;if(!v||!e.isConnected)return null;
const s=v.getComputedStyle(e),px=(n)=>parseFloat(s[n])||0;
const pad=(a,b)=>px('padding'+a)+px('padding'+b),edge=(a,b)=>px('border'+a+'Width')+px('border'+b+'Width');
const size=(n,a,b,client)=>{const used=parseFloat(s[n]);if(!(used>0))return client-pad(a,b);
return s.boxSizing==='border-box'?used-pad(a,b)-edge(a,b):used};
let moved=false;for(let at=e;at&&!moved;at=at.parentElement||(at.getRootNode&&at.getRootNode().host)||null){const c=v.getComputedStyle(at);
moved=c.transform!=='none'||c.translate!=='none'||c.rotate!=='none'||c.scale!=='none'||c.offsetPath!=='none'}
return [size('width','Left','Right',e.clientWidth),size('height','Top','Bottom',e.clientHeight),e.currentCSSZoom||1,v.devicePixelRatio,moved]}`;

/** Layout of an owner iframe of a world; undefined when it is gone. */
export async function readOwnerLayout(port: CdpPort, el: number): Promise<OwnerLayout | undefined> {
  const reply = await port.value(LAYOUT, [{ value: el }]);
  if (!Array.isArray(reply)) return undefined;
  const [width, height, zoom, dpr, isTransformed] = reply as [number, number, number, number, boolean];
  return { width, height, zoom, dpr, isTransformed };
}

export interface SessionPixels {
  /** The coordinate on a whole physical pixel. */
  snap(value: number): number;
}

/** How many physical pixels a px of the session's root frame has. devicePixelRatio cannot tell: emulation changes it and draws the same. */
export async function sessionPixels(frame: CdpFrame): Promise<SessionPixels> {
  const { visualViewport, cssVisualViewport } = await frame.guard(frame.session.send('Page.getLayoutMetrics'));
  const ratio = visualViewport.clientWidth / cssVisualViewport.clientWidth || 1;
  return { snap: (value) => Math.round(value * ratio) / ratio };
}
