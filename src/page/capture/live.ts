/** Facts of lines that change without a mutation: values, what is checked or chosen, focus, how far something is scrolled. Read at every capture. */
import { computeStates } from '../aria/states.js';
import { computeValue } from '../aria/value.js';
import {
  closest,
  inputChecked,
  inputFiles,
  inputIndeterminate,
  inputType,
  inputValue,
  isHtml,
  isShadowRoot,
  matches,
  optionSelected,
  rootOf,
  tagOf,
  textareaValue,
} from '../dom.js';
import type { Env } from '../env.js';
import { SCROLLS } from './clickable.js';
import { CONTENT } from './kinds.js';
import type { Line } from './line.js';
import { scrollWords } from './line-facts.js';
import { fold } from './text-run.js';

const TAGS = new Set(['input', 'textarea', 'select', 'option', 'meter', 'progress', 'output']);

export interface LiveChanges {
  /** Lines that say something else now, by index. */
  readonly changed: ReadonlyMap<number, Line>;
  /** Elements whose names elsewhere may depend on what changed. */
  readonly embedded: readonly Element[];
}

/** Lines that have such facts. */
export function liveLines(entries: readonly Line[]): number[] {
  const found: number[] = [];
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    if (line.role === 'text') continue;
    if ((line.reasons & SCROLLS) !== 0 || TAGS.has(tagOf(line.node as Element))) found.push(i);
  }
  return found;
}

/** @param focused elements that have the focus in their trees */
export function readLive(entries: readonly Line[], live: readonly number[], focused: ReadonlySet<Element>, env: Env): LiveChanges {
  const changed = new Map<number, Line>();
  const embedded: Element[] = [];
  for (const i of live) {
    const line = entries[i] as Line;
    const now = isSameNow(line, env) ? undefined : readAgain(line, env);
    if (!now) continue;
    changed.set(i, now);
    const element = line.node as Element;
    if (
      line.role !== 'option' &&
      (closest(element, 'label,button,a,summary,legend,caption,h1,h2,h3,h4,h5,h6,[role],[id]') || isShadowRoot(rootOf(element)))
    )
      embedded.push(element);
  }
  for (let i = 1; i < entries.length; i++) {
    const line = entries[i] as Line;
    const isFocused = line.role !== 'text' && focused.size > 0 && focused.has(line.node as Element);
    if (line.focused === isFocused) continue;
    const copy = (changed.get(i) ?? line).clone();
    copy.focused = isFocused;
    copy.states = computeStates(line.node as Element, line.role, env);
    if (isFocused) copy.states = { ...copy.states, active: true };
    changed.set(i, copy);
  }
  return { changed, embedded };
}

function isSameNow(line: Line, env: Env): boolean {
  const element = line.node as Element;
  if ((line.reasons & SCROLLS) !== 0 && scrollWords(element, line.said) !== line.description) return false;
  if (!isHtml(element)) return true;
  switch (tagOf(element)) {
    case 'input':
      return isInputSame(line, element as HTMLInputElement);
    case 'textarea':
      return fold(textareaValue(element as HTMLTextAreaElement)) === (line.value ?? '') && isValiditySame(line, element);
    case 'option':
      return optionSelected(element as HTMLOptionElement) === (line.states?.['selected'] === true);
    case 'select':
      return fold(computeValue(element, line.role, env).value ?? '') === (line.value ?? '') && isValiditySame(line, element);
    default:
      return true;
  }
}

function isInputSame(line: Line, input: HTMLInputElement): boolean {
  const { states } = line;
  switch (inputType(input)) {
    case 'checkbox':
    case 'radio':
      if (states?.['checked'] !== (inputIndeterminate(input) && inputType(input) === 'checkbox' ? 'mixed' : inputChecked(input)))
        return false;
      break;
    case 'password':
      if ((inputValue(input) === '') !== (line.value === undefined)) return false;
      break;
    case 'file':
      return (inputFiles(input)?.length ?? 0) === 0 && line.value === undefined;
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
      return true;
    default:
      if (fold(inputValue(input)) !== (line.value ?? '')) return false;
  }
  return isValiditySame(line, input);
}

function isValiditySame(line: Line, element: Element): boolean {
  return line.states?.['invalid'] !== undefined || !matches(element, ':user-invalid');
}

function readAgain(line: Line, env: Env): Line {
  const copy = line.clone();
  const element = line.node as Element;
  if ((line.reasons & SCROLLS) !== 0) copy.description = scrollWords(element, line.said);
  if (line.role === 'option' && tagOf(element) === 'option') {
    const { selected: _was, ...states } = line.states ?? {};
    if (optionSelected(element as HTMLOptionElement)) states['selected'] = true;
    copy.states = Object.keys(states).length > 0 ? states : undefined;
    return copy;
  }
  copy.states = computeStates(element, line.role, env);
  if (line.focused) copy.states = { ...copy.states, active: true };
  if ((line.kind & CONTENT) === 0 || tagOf(element) === 'input') {
    const { value } = computeValue(element, line.role, env);
    copy.value = value ? fold(value) : undefined;
  }
  return copy;
}
