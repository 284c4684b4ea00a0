/** Author-given words for an element without a name: what its title, test id, data attributes, icon classes or picture are called. */
import { attribute, attributeNames, firstElementOf, namespaceOf, nextElementOf, SVG, tagOf } from '../dom.js';
import { isBlank } from './blank.js';
import { foldSpace } from './plain-text.js';

/** Attributes that authors write for people or tests to recognise an element by, best first. No other is printed: it may hold a secret. */
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
  'data-placeholder',
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
  'icon',
  'alt',
] as const;
/** Asked last: written for scripts, but often words. */
const IDENTIFIERS = ['name', 'id'] as const;

/** May the value of this attribute be a hint? */
export function givesHint(name: string): boolean {
  return (NAMING_ATTRIBUTES as readonly string[]).includes(name);
}

/** Class prefixes of icon sets, and what follows them without naming a picture. */
const ICON_SETS =
  'anticon|bi|bx|bxs|cil|codicon|entypo|fa|fab|far|fas|feather|glyphicon|i|ico|icofont|icon|icons|ion|ionicon|la|las|lucide|mdi|octicon|oi|ph|pi|ri|svg-icon|ti|typcn|uil|zmdi';
const NO_PICTURE = 'btn|button|container|duotone|fw|inverse|lg|light|md|only|regular|size|sm|solid|spin|stack|wrapper|xl|xs|\\dx';
const ICON_CLASS = new RegExp(`^(?:${ICON_SETS})-(?!(?:${NO_PICTURE})$)([a-z][a-z0-9-]{1,40})$|^([a-z][a-z0-9-]{1,40})-(?:icon|ico)$`, 'i');
/** Classes that say what an element does. */
const VERBS =
  'add|back|cart|close|collapse|copy|delete|download|edit|expand|filter|forward|help|home|info|like|login|logout|menu|minus|more|next|pause|play|plus|prev|previous|print|profile|redo|refresh|reload|remove|save|search|send|settings|share|sort|star|stop|toggle|trash|undo|upload|user|zoom';
const VERB_CLASS = new RegExp(`(?:^|[-_])(?:${VERBS})(?:$|[-_])`, 'i');
/** Hashes, generated ids, tokens. */
const RANDOM = /[0-9a-f]{8}|\d{4}|^:r|^[a-z]{1,2}\d+$|[a-z0-9+/=]{25}|(?=(?:.*\d){4})[a-z0-9_-]{12}/i;
const NO_WORDS = /^(?:https?:|data:|blob:|javascript:|[{[<])/i;
const LONGEST = 60;
/** How many descendants are looked at for a picture. */
const NEAR = 12;

/**
 * Words for a control that has no name, or no telling role: at most 60 characters; undefined when the markup gives none.
 * @param name its accessible name
 */
export function computeHint(element: Element, name: string): string | undefined {
  // The pictures in something that has a name are part of it.
  return wordsOf(element) ?? (saysNothing(name) ? pictureWords(element) : undefined) ?? attributeWords(element, IDENTIFIERS);
}

/** Nothing a person could read out: no name, invisible characters, glyphs of an icon font. */
export function saysNothing(name: string): boolean {
  return name === '' || NO_LETTERS.test(name);
}
const NO_LETTERS = /^[\s\p{Cf}\p{Co}\p{Cc}]*$/u;

function wordsOf(element: Element): string | undefined {
  return attributeWords(element, NAMING_ATTRIBUTES) ?? classWords(attribute(element, 'class') ?? '') ?? sourceWords(element);
}

/** Words of a picture among the nearest descendants, breadth first. */
function pictureWords(element: Element): string | undefined {
  const pending = [element];
  for (let looked = 0; looked < pending.length; looked++) {
    const at = pending[looked] as Element;
    const words = looked > 0 ? wordsOf(at) : undefined;
    if (words) return words;
    for (let child = firstElementOf(at); child && pending.length <= NEAR; child = nextElementOf(child)) pending.push(child);
  }
  return undefined;
}

function attributeWords(element: Element, names: readonly string[]): string | undefined {
  const present = attributeNames(element);
  for (const name of names) {
    const words = present.includes(name) ? usable(attribute(element, name) ?? '', name) : undefined;
    if (words) return words;
  }
  return undefined;
}

function usable(value: string, name: string): string | undefined {
  if (isBlank(value) || NO_WORDS.test(value)) return undefined;
  const words = foldSpace(value);
  const isForPeople = name === 'aria-label' || name === 'title' || name === 'alt';
  return !isForPeople && RANDOM.test(words) ? undefined : words.slice(0, LONGEST);
}

function classWords(classes: string): string | undefined {
  const list = classes.split(/\s+/).filter((name) => name !== '' && name.length <= LONGEST && !RANDOM.test(name));
  for (const name of list) {
    const icon = ICON_CLASS.exec(name);
    if (icon) return icon[1] ?? icon[2];
  }
  return list.find((name) => VERB_CLASS.test(name));
}

/** Name of the symbol or file a picture comes from. */
function sourceWords(element: Element): string | undefined {
  const tag = tagOf(element);
  if (tag === 'use' && namespaceOf(element) === SVG) {
    const href = attribute(element, 'href') ?? attribute(element, 'xlink:href') ?? '';
    return fileWords(href.replace(/^.*#/, ''));
  }
  return tag === 'img' || tag === 'input' || tag === 'image'
    ? fileWords(attribute(element, 'src') ?? attribute(element, 'href') ?? '')
    : undefined;
}

function fileWords(address: string): string | undefined {
  if (/^(?:data|blob):/i.test(address)) return undefined;
  const file = address
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .replace(/\.[a-z0-9]{2,5}$/i, '');
  return file !== '' && file.length <= LONGEST && !RANDOM.test(file) ? file : undefined;
}
