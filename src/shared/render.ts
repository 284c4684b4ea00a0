/** The line grammar of a snapshot: how one node is printed, and why page text cannot forge anything. */
import type { States, StateValue } from './snapshot.js';

/** What a line is made of; both wire nodes and public nodes fit. */
export interface LineNode {
  readonly role: string;
  readonly name: string;
  readonly depth: number;
  readonly states?: States | undefined;
  readonly value?: string | undefined;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly hint?: string | undefined;
  readonly hiddenBy?: string | undefined;
  readonly context?: boolean | undefined;
}

// Order of the seed: level, type, value, disabled, expanded, selected, checked, invalid, current; then the rest as given.
const FIRST = ['level', 'disabled', 'expanded', 'selected', 'checked', 'pressed', 'invalid', 'current'];
const FIRST_SET = new Set(FIRST);
/** States whose `false` is the absence of the mark. */
const SILENT_FALSE = new Set([
  'checked',
  'selected',
  'disabled',
  'invalid',
  'active',
  'modal',
  'busy',
  'multiline',
  'multiselectable',
  'readonly',
  'required',
  'haspopup',
  'current',
]);
const BARE = /^[A-Za-z][\w.-]*$/;
const WORDS = new Set(['true', 'false']);

/** Control characters, bidi controls, zero-width and other invisible carriers, line separators, tags, and halves of broken pairs. */
const UNSAFE_SOURCE = [
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
  '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
  '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  '\\udb40[\\udc00-\\udc7f]',
].join('|');
const UNSAFE = new RegExp(UNSAFE_SOURCE);
const UNSAFE_ALL = new RegExp(UNSAFE_SOURCE, 'g');
const FORGERY = /\[(?=(?:ref|more|context|cursor)\b)|<(?=<<)/gi;

/** Escape of every UTF-16 unit of a piece. */
function escapeUnits(piece: string): string {
  let out = '';
  for (let i = 0; i < piece.length; i++) out += `\\u${piece.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return out;
}

/**
 * A JSON string literal of page text that `JSON.parse` reads back, in which no line break, control or bidi character, ref, header or
 * fence can stand.
 */
export function quote(text: string): string {
  let out = JSON.stringify(text);
  if (UNSAFE.test(out)) out = out.replace(UNSAFE_ALL, escapeUnits);
  if (out.includes('[') || out.includes('<<<')) out = out.replace(FORGERY, escapeUnits);
  return out;
}

function printState(key: string, value: StateValue): string {
  if (key === 'expanded' && value === false) return ' [collapsed]';
  if (value === true) return ` [${key}]`;
  if (value === false) return SILENT_FALSE.has(key) ? '' : ` [${key}=false]`;
  if (typeof value === 'number') return ` [${key}=${value}]`;
  return BARE.test(value) && !WORDS.has(value) ? ` [${key}=${value}]` : ` [${key}=${quote(value)}]`;
}

function printStates(states: States, type: string | undefined, value: string | undefined): string {
  let out = '';
  if (states.level !== undefined) out += printState('level', states.level);
  out += printTypeAndValue(type, value);
  for (const key of FIRST) {
    const state = states[key];
    if (state !== undefined && key !== 'level') out += printState(key, state);
  }
  for (const key in states) if (!FIRST_SET.has(key)) out += printState(key, states[key] as StateValue);
  return out;
}

function printTypeAndValue(type: string | undefined, value: string | undefined): string {
  return `${type === undefined ? '' : ` [type=${BARE.test(type) ? type : quote(type)}]`}${value === undefined ? '' : ` [value=${quote(value)}]`}`;
}

/**
 * Prints a node.
 * @param node the node; a `more` line prints its `name` as it is (our words, never page text)
 * @param ref the ref as printed, if it has one; on a `more` line its cursor
 * @returns one line without line break
 */
export function renderLine(node: LineNode, ref: string | undefined): string {
  const indent = '  '.repeat(node.depth);
  if (node.role === 'more') return `${indent}- … ${node.name}${ref === undefined ? '' : ` [more=${ref}]`}`;
  let line =
    node.role === 'text'
      ? `${indent}- text: ${quote(node.name)}`
      : `${indent}- ${node.role}${node.name === '' ? '' : ` ${quote(node.name)}`}`;
  line += node.states ? printStates(node.states, node.type, node.value) : printTypeAndValue(node.type, node.value);
  if (node.description) line += ` [description=${quote(node.description)}]`;
  if (node.hint) line += ` [hint=${quote(node.hint)}]`;
  if (node.hiddenBy) line += ` [${node.hiddenBy}]`;
  if (node.context) line += ' [context]';
  return ref === undefined ? line : `${line} [ref=${ref}]`;
}
