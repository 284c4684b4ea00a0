/** Text into controls: the plan for real input, native setting, reading back. */
import type { PageResult, SetValueRequest, TypePlan } from '../../shared/page-api.js';
import { documentOf, inputValue, queryAll, tagOf, textareaValue, textContentOf } from '../dom.js';
import { EXACT_TYPES, editableField, editingHost, type Field } from './enabled.js';
import { hasFocus } from './focus.js';
import { readExact } from './formats.js';
import { caretToEnd, dispatch, focusElement, maxLengthOf, selectText, setNativeValue } from './native.js';
import { failure, type Subject, success } from './subject.js';

/** Value or text of a field now. */
export function fieldValue(field: Pick<Field, 'element' | 'kind'>): string {
  if (field.kind === 'textarea') return textareaValue(field.element as HTMLTextAreaElement);
  if (field.kind === 'input') return inputValue(field.element as HTMLInputElement);
  return editableText(field.element);
}

/** Text of an editable element as lines: blocks and breaks separate, zero-width fillers of editors left out. */
function editableText(element: Element): string {
  const lines: string[] = [];
  collectLines(element, lines);
  return lines.join('\n').replace(/[\u200b\ufeff]/g, '');
}

const BLOCKS = /^(div|p|li|ul|ol|h[1-6]|blockquote|pre|table|tr|section|article)$/;

function collectLines(root: Element, lines: string[]): void {
  let line = '';
  let isOpen = false;
  const close = (): void => {
    if (isOpen) lines.push(line);
    line = '';
    isOpen = false;
  };
  const walker = documentOf(root).createTreeWalker(root, 5);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      line += textContentOf(node) ?? '';
      isOpen = true;
    } else if (tagOf(node as Element) === 'br') {
      isOpen = true;
      close();
    } else if (BLOCKS.test(tagOf(node as Element))) close();
  }
  close();
}

/** What the control keeps of a text: line breaks and length as its type has them. */
function sanitised(field: Field, text: string): string {
  if (field.kind === 'contenteditable') return text;
  const lines = text.replace(/\r\n?/g, '\n');
  if (field.kind === 'textarea') return lines;
  const single = lines.replace(/\n/g, '');
  return field.type === 'email' || field.type === 'url' ? single.trim() : single;
}

/**
 * Checks that the control takes the text, and refuses what it cannot hold. With `prepare` it also focuses the control and selects what is
 * replaced (or puts the caret at the end), so that keys do the rest. Changes no value.
 */
export function planType(subject: Subject, request: SetValueRequest): PageResult<TypePlan> {
  const found = editableField(subject);
  if (!found.ok) return found;
  const field = found.value;
  const before = fieldValue(field);
  const plan = EXACT_TYPES.has(field.type) ? exactPlan(field, request, before) : success(keysPlan(subject, field, request, before));
  if (plan.ok && request.prepare === true) prepare(subject, field, request.mode, before);
  return plan;
}

function exactPlan(field: Field, request: SetValueRequest, before: string): PageResult<TypePlan> {
  const wanted = request.mode === 'append' ? before + request.text : request.text;
  const verdict = readExact(field.element, field.type, wanted);
  if (!verdict.ok)
    return failure('invalid_value', `The control takes no such value: ${verdict.why}. Wanted: ${verdict.wanted}.`, {
      format: verdict.wanted,
      type: field.type,
      value: before,
    });
  return success({
    how: 'set',
    kind: 'input',
    inputType: field.type,
    before,
    expected: verdict.value,
    insert: verdict.value,
    masked: false,
  });
}

function keysPlan(subject: Subject, field: Field, request: SetValueRequest, before: string): TypePlan {
  const text = sanitised(field, request.text);
  const base = { how: 'keys', kind: field.kind, inputType: field.type, before, masked: field.type === 'password' } as const;
  if (field.kind === 'contenteditable') return { ...base, insert: text };
  const max = maxLengthOf(field.element);
  const boxes = max === 1 && text.length > 1 ? boxesFor(subject, field.element, text.length) : undefined;
  if (boxes) return { ...base, insert: text, expected: text, boxes };
  const kept = request.mode === 'append' ? before : '';
  const added = max >= 0 ? text.slice(0, Math.max(0, max - kept.length)) : text;
  const expected = kept + added;
  return { ...base, insert: hasNoCaret(field) ? expected : added, expected };
}

/** One-character boxes in a row that take one character each: the named one and those after it in its form or its parents. */
function boxesFor({ world, env, services }: Subject, first: Element, count: number): number[] | undefined {
  for (let scope = env.flatParent(first), level = 0; scope && level < MAX_LEVELS; scope = env.flatParent(scope), level++) {
    const fields = [...queryAll(scope, 'input')].filter((field) => maxLengthOf(field) === 1 && services.visible(field, env));
    const row = fields.slice(fields.indexOf(first));
    if (row.length >= count) return row.slice(0, count).map((field) => world.id(field));
  }
  return undefined;
}
/** How far up the row of boxes may be held together. */
const MAX_LEVELS = 4;

/** An email input has no selection API to put the caret at the end (HTML 4.10.5.1); its whole text is entered again. */
function hasNoCaret(field: Field): boolean {
  return field.type === 'email';
}

function prepare(subject: Subject, field: Field, mode: SetValueRequest['mode'], before: string): void {
  const { element } = field;
  if (!hasFocus(subject.env, element))
    focusElement(field.kind === 'contenteditable' ? editingHost(element, (at) => subject.env.flatParent(at)) : element);
  if (field.kind === 'contenteditable') selectEditable(subject, element, mode);
  else if (mode === 'replace' || hasNoCaret(field)) selectText(element);
  else caretToEnd(element, before.length);
}

function selectEditable(subject: Subject, element: Element, mode: SetValueRequest['mode']): void {
  const range = subject.document.createRange();
  range.selectNodeContents(element);
  if (mode === 'append') range.collapse(false);
  const selection = subject.view.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Sets a value like a picker or a paste does: natively, then `input` and `change`. */
export function setValue(subject: Subject, request: SetValueRequest): PageResult<{ readonly value: string }> {
  const plan = planType(subject, { ...request, prepare: true });
  if (!plan.ok) return plan;
  const found = editableField(subject);
  if (!found.ok) return found;
  const field = found.value;
  if (field.kind === 'contenteditable') insertEditable(subject, plan.value.insert);
  else if (plan.value.expected !== undefined) {
    setNativeValue(field.element, plan.value.expected);
    announceInput(field.element, plan.value.insert);
  }
  return success({ value: fieldValue(field) });
}

/** Editing commands, so that the editor's undo history and `input` events are those of typing. */
function insertEditable(subject: Subject, text: string): void {
  const { document } = subject;
  if (text === '') document.execCommand('delete');
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) document.execCommand('insertLineBreak');
    // The command itself tells an editor nothing beforehand (Input Events 2); one that keeps its own model does the rest itself.
    if (line !== '' && announceBefore(subject, line)) document.execCommand('insertText', false, line);
  }
}

function announceBefore({ element }: Subject, data: string): boolean {
  return dispatch(
    element,
    new InputEvent('beforeinput', { bubbles: true, composed: true, cancelable: true, inputType: 'insertText', data }),
  );
}

function announceInput(element: Element, data: string): void {
  dispatch(element, new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data }));
  dispatch(element, new Event('change', { bubbles: true }));
}
