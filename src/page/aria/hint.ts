/** Author-given words for an element without a name: what its title, test id, data attributes, icon classes or picture are called. */
import { attribute, attributeNames, firstElementOf, namespaceOf, nextElementOf, SVG, tagOf } from '../dom.js';
import type { Env } from '../env.js';
import { isBlank } from './blank.js';
import { foldSpace } from './plain-text.js';

/** Attributes that authors write for people or tests to recognise an element by, best first. Nothing else is printed: others may hold secrets. */
const NAMING_ATTRIBUTES = [
  'aria-label',
  'title',
  'data-title',
  'data-original-title',
  'data-bs-original-title',
  'data-tooltip',
  'data-tip',
  'data-tippy-content',
  'data-label',
  'data-name',
  'data-testid',
  'data-test-id',
  'data-test',
  'data-qa',
  'data-cy',
  'data-action',
  'data-icon',
  'data-lucide',
  'data-feather',
  'data-glyph',
  'icon',
  'alt',
  'name',
  'id',
] as const;

/** Prefixes and marks of icon classes: `fa-trash`, `icon-trash`, `bi-trash`, `mdi-trash`, `trash-icon`. */
const ICON_CLASS =
  /^(?:fa|fas|far|fab|icon|icons|ico|bi|mdi|ti|ri|lucide|octicon|glyphicon|codicon|feather|i|pi|la|las|uil|bx|bxs|icofont|ion|ionicon|typcn|cil|ph|anticon|oi|entypo|zmdi|svg-icon|i-[a-z]+)-(?!(?:fw|lg|sm|xs|md|xl|\dx|spin|solid|regular|light|duotone|inverse|stack|size|only|btn|button|wrapper|container)$)([a-z][a-z0-9-]{1,40})$|^([a-z][a-z0-9-]{1,40})-(?:icon|ico)$/i;
/** Classes that name what an element does. */
const MEANING_CLASS =
  /(?:^|[-_])(?:close|delete|remove|trash|edit|add|plus|minus|search|menu|more|settings|next|prev|previous|back|forward|play|pause|stop|share|like|star|cart|download|upload|copy|save|send|refresh|reload|expand|collapse|toggle|help|info|user|profile|logout|login|home|filter|sort|print|undo|redo|zoom)(?:$|[-_])/i;
/** Random-looking words: hashes, generated ids. */
const RANDOM = /[0-9a-f]{8,}|\d{4,}|^:r|^[a-z]{1,2}\d+$|[A-Za-z0-9+/_-]{25,}/i;
const SECRET = /token|secret|csrf|xsrf|nonce|session|passw|auth|api-?key|signature/i;
const LONGEST = 60;
/** How many descendants are looked at for a picture. */
const NEAR = 12;

/** Words for a nameless control, at most 60 characters; undefined when the markup gives none. */
export function computeHint(element: Element, _env: Env): string | undefined {
  return ownHint(element) ?? pictureHint(element);
}

function ownHint(element: Element): string | undefined {
  const names = new Set(attributeNames(element));
  for (const name of NAMING_ATTRIBUTES) {
    const words = names.has(name) ? usable(attribute(element, name), name) : undefined;
    if (words) return words;
  }
  return (names.has('class') && classWords(attribute(element, 'class') ?? '')) || sourceWords(element);
}

/** A picture among the nearest descendants. */
function pictureHint(element: Element): string | undefined {
  const pending: Element[] = [];
  let looked = 0;
  for (let child = firstElementOf(element); child; child = nextElementOf(child)) pending.push(child);
  for (let at = pending.shift(); at && looked < NEAR; at = pending.shift()) {
    looked++;
    const words = ownHint(at);
    if (words) return words;
    for (let child = firstElementOf(at); child && pending.length < NEAR; child = nextElementOf(child)) pending.push(child);
  }
  return undefined;
}

function usable(value: string | null, name: string): string | undefined {
  if (value === null || isBlank(value) || SECRET.test(value)) return undefined;
  const words = foldSpace(value);
  if ((name === 'id' || name === 'name' || name.startsWith('data-')) && RANDOM.test(words)) return undefined;
  if (/^(?:https?:|data:|javascript:|[{[])/i.test(words)) return undefined;
  return words.slice(0, LONGEST);
}

function classWords(classes: string): string | undefined {
  const list = classes.split(/\s+/);
  for (const one of list) {
    const icon = ICON_CLASS.exec(one);
    const words = icon?.[1] ?? icon?.[2];
    if (words && !RANDOM.test(words)) return words;
  }
  return list.find((one) => MEANING_CLASS.test(one) && one.length <= LONGEST && !RANDOM.test(one));
}

/** Name of the symbol or file a picture comes from. */
function sourceWords(element: Element): string | undefined {
  const tag = tagOf(element);
  if (tag === 'use' && namespaceOf(element) === SVG) {
    const href = attribute(element, 'href') ?? attribute(element, 'xlink:href') ?? '';
    return fileWords(href.includes('#') ? href.slice(href.indexOf('#') + 1) : href);
  }
  if (tag === 'img' || (tag === 'input' && attribute(element, 'type') === 'image') || tag === 'image') {
    return fileWords(attribute(element, 'src') ?? attribute(element, 'href') ?? '');
  }
  return undefined;
}

function fileWords(address: string): string | undefined {
  if (/^data:|^blob:/i.test(address)) return undefined;
  const file = address
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '');
  return file && file.length <= LONGEST && !RANDOM.test(file) && !SECRET.test(file) ? file : undefined;
}
