/** What may stand between a careful person and an element, one thing a scene. */

/** Checks of the precheck (design section 6). `modal` is being outside an open modal dialog, `reach` a place nobody can scroll to. */
export type Obstacle = 'attached' | 'visible' | 'enabled' | 'modal' | 'inert' | 'editable' | 'reach' | 'stable' | 'receives_events';

export interface Scene {
  readonly title: string;
  /** What it lacks; absent for one in which everything can be done. */
  readonly lacks?: Obstacle;
  /** For elements that have the attribute `disabled`. */
  readonly isNative?: boolean;
  readonly html: (target: string) => string;
  /** Attributes of the target. */
  readonly attributes?: string;
  /** Runs in the page when it is shown; `t` is the target. */
  readonly script?: string;
  /** Runs once the ref was issued. */
  readonly later?: string;
  /** Who is in the way. */
  readonly blocker?: string;
}

const plain = (target: string): string => `<div style="padding:30px">${target}</div>`;
const COVER = (style: string): string =>
  `<div role=dialog aria-label=Cookies style="position:fixed;background:#fff;z-index:9;${style}">We use cookies</div>`;
const tall = (target: string): string =>
  `<div style="height:1500px">before</div><div style="padding:30px">${target}</div><div style="height:1500px">after</div>`;
const HEADER = '<header style="position:fixed;left:0;right:0;height:70px;background:#eee;z-index:5;';

export const SCENES: readonly Scene[] = [
  { title: 'nothing in the way', html: plain },
  { title: 'below the fold', html: tall },
  {
    title: 'in two nested scrollers',
    html: (target) =>
      `<div style="height:150px;overflow:auto"><div style="height:400px">a</div><div style="height:90px;overflow:auto"><div style="height:300px">b</div><div style="padding:20px">${target}</div><div style="height:300px">c</div></div><div style="height:400px">d</div></div>`,
  },
  {
    title: 'under a sticky header',
    html: (target) => `${HEADER}top:0">Top</header>${tall(target)}`,
    script: 't.scrollIntoView({ block: "start" })',
  },
  {
    title: 'under a sticky footer',
    html: (target) => `${HEADER}bottom:0">Bottom</header>${tall(target)}`,
    script: 't.scrollIntoView({ block: "end" })',
  },
  { title: 'covered in part', html: (target) => `${plain(target)}${COVER('left:0;top:0;width:60px;height:300px')}` },
  {
    title: 'sliding for 200 ms',
    html: plain,
    script: 't.animate([{ translate: "0 0" }, { translate: "60px 0" }], { duration: 200, fill: "forwards" })',
  },
  {
    title: 'in the legend of a disabled fieldset',
    isNative: true,
    html: (target) => `<fieldset disabled><legend>${target}</legend></fieldset>`,
  },
  { title: 'disabled', lacks: 'enabled', isNative: true, html: plain, attributes: 'disabled' },
  { title: 'in a disabled fieldset', lacks: 'enabled', isNative: true, html: (target) => `<fieldset disabled>${plain(target)}</fieldset>` },
  { title: 'aria-disabled', lacks: 'enabled', html: plain, attributes: 'aria-disabled=true' },
  { title: 'in a group that is aria-disabled', lacks: 'enabled', html: (target) => `<div role=group aria-disabled=true>${target}</div>` },
  {
    title: 'inert',
    lacks: 'inert',
    html: (target) => `<div role=region aria-label=Behind><div inert style="padding:30px">${target}</div></div>`,
    blocker: 'region "Behind"',
  },
  {
    title: 'outside an open modal dialog',
    lacks: 'modal',
    html: (target) => `${plain(target)}<dialog id=d aria-label=Cookies>We use cookies</dialog>`,
    script: 'root.querySelector("#d").showModal()',
    blocker: 'dialog "Cookies"',
  },
  { title: 'gone', lacks: 'attached', html: plain, later: 't.remove()' },
  { title: 'display: none', lacks: 'visible', html: (target) => `<div style="display:none">${target}</div>` },
  { title: 'visibility: hidden', lacks: 'visible', html: (target) => `<div style="visibility:hidden">${target}</div>` },
  { title: 'opacity: 0', lacks: 'visible', html: (target) => `<div style="opacity:0">${target}</div>` },
  { title: 'cut off to nothing', lacks: 'visible', html: (target) => `<div style="width:0;height:0;overflow:hidden">${target}</div>` },
  { title: 'far to the left', lacks: 'reach', html: (target) => `<div style="position:absolute;left:-3000px">${target}</div>` },
  { title: 'fixed below the viewport', lacks: 'reach', html: (target) => `<div style="position:fixed;top:3000px">${target}</div>` },
  {
    title: 'moving by an animation',
    lacks: 'stable',
    html: (target) => `<div id=w style="position:absolute;width:300px">${target}</div>`,
    script:
      'root.querySelector("#w").animate([{ left: "0" }, { left: "700px" }], { duration: 900, iterations: Infinity, direction: "alternate" })',
  },
  {
    title: 'moving by a script',
    lacks: 'stable',
    html: (target) => `<div id=w style="position:relative;width:300px">${target}</div>`,
    script:
      'const w = root.querySelector("#w"); let x = 0; const step = () => { if (!t.isConnected) return; x = (x + 9) % 700; w.style.left = x + "px"; requestAnimationFrame(step); }; step();',
  },
  {
    title: 'covered',
    lacks: 'receives_events',
    html: (target) => `${plain(target)}${COVER('inset:0')}`,
    blocker: 'dialog "Cookies"',
  },
  {
    title: 'letting events through',
    lacks: 'receives_events',
    html: (target) => `<div role=region aria-label=Behind style="padding:30px"><div style="pointer-events:none">${target}</div></div>`,
    blocker: 'region "Behind"',
  },
  { title: 'readonly', lacks: 'editable', html: plain, attributes: 'readonly' },
  { title: 'aria-readonly', lacks: 'editable', html: plain, attributes: 'aria-readonly=true' },
];
