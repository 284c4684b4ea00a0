/** Why an element has no box, or a box nobody sees: CSSOM View `checkVisibility`, with the cases it answers differently from what a person sees. */
import {
  attribute,
  checkVisibility,
  closest,
  hasAttribute,
  isConnected,
  namespaceOf,
  parentOf,
  queryAll,
  rootOf,
  SVG,
  tagOf,
} from '../dom.js';
import type { Env, NotRendered } from '../env.js';

const VISIBLE = { visibilityProperty: true };
/** SVG 2, section 5.5: never rendered directly. */
const SVG_DEFINITIONS = 'defs,symbol,clipPath,mask,pattern,marker,linearGradient,radialGradient,filter';

export function whyNotRendered(element: Element, env: Env): NotRendered | undefined {
  if (checkVisibility(element, VISIBLE)) {
    return namespaceOf(element) === SVG && closest(element, SVG_DEFINITIONS) ? 'display' : undefined;
  }
  if (!isConnected(element)) return 'not-in-tree';
  const style = env.style(element);
  const display = style.display;
  if (display === '') return 'unslotted';
  const tag = tagOf(element);
  if (display === 'none') return tag === 'area' ? areaNotRendered(element, env) : 'display';
  if (display === 'contents') return style.visibility === 'visible' ? withoutBox(element, env) : 'visibility';
  if (checkVisibility(element)) return 'visibility';
  if (tag === 'option' || tag === 'optgroup') return optionNotRendered(element, env);
  return hiddenAbove(element, env) ?? 'display';
}

/** Options of a closed drop-down have no boxes, but a person opens it and sees them. */
function optionNotRendered(element: Element, env: Env): NotRendered | undefined {
  const select = closest(element, 'select,datalist');
  if (!select || tagOf(select) === 'datalist') return 'display';
  for (let at: Node | null = parentOf(element); at && at !== select; at = parentOf(at)) {
    if (env.style(at as Element).display === 'none') return 'display';
  }
  return env.notRendered(select);
}

/** HTML 15.3.1 gives area no box; it is there when an image uses its map. */
function areaNotRendered(element: Element, env: Env): NotRendered | undefined {
  const map = closest(element, 'map');
  const name = map && attribute(map, 'name');
  if (!name || hasAttribute(element, 'hidden')) return 'display';
  for (const image of queryAll(rootOf(element), 'img[usemap],object[usemap],input[usemap]')) {
    if (attribute(image, 'usemap')?.replace(/^.*#/, '') === name && !env.notRendered(image)) return undefined;
  }
  return 'display';
}

/** `display: contents` counts as rendered when the nearest ancestor with a box is, and shows its content. */
function withoutBox(element: Element, env: Env): NotRendered | undefined {
  for (let from: Element = element; ; ) {
    const parent = env.flatParent(from);
    if (!parent) return undefined;
    const skipped = skipsContent(parent, from, env);
    if (skipped) return skipped;
    if (env.style(parent).display !== 'contents') return checkVisibility(parent) ? undefined : (hiddenAbove(element, env) ?? 'display');
    from = parent;
  }
}

/** The nearest reason on a flat ancestor, or undefined when none is found. */
function hiddenAbove(element: Element, env: Env): NotRendered | undefined {
  for (let from: Element = element; ; ) {
    const parent = env.flatParent(from);
    if (!parent) return undefined;
    const skipped = skipsContent(parent, from, env);
    if (skipped) return skipped;
    const display = env.style(parent).display;
    if (display === 'none') return 'display';
    if (display === '') return 'unslotted';
    from = parent;
  }
}

/** Ancestors that show themselves but not this child: closed details, skipped content (CSS Contain 2, section 4). */
function skipsContent(parent: Element, child: Element, env: Env): NotRendered | undefined {
  if (tagOf(parent) === 'details' && !hasAttribute(parent, 'open') && !isItsSummary(parent, child)) return 'details';
  return env.style(parent).contentVisibility === 'hidden' ? 'content-visibility' : undefined;
}

function isItsSummary(details: Element, child: Element): boolean {
  return tagOf(child) === 'summary' && queryAll(details, ':scope > summary')[0] === child;
}
