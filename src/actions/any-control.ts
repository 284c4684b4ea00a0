/** What a click, a fill and Enter are for each kind of control, for callers who do not tell them apart. */

import type { PathTarget } from '../shared/content.js';
import { SdkError } from '../shared/errors.js';
import { click } from './click.js';
import { clickXy } from './click-xy.js';
import type { ActionContext } from './context.js';
import type { ActionOutcome } from './outcome.js';
import { pressKey } from './press-key.js';
import { selectOption } from './select-option.js';
import { type } from './type.js';
import { upload } from './upload.js';

type Target = ActionContext['targets'][number];

/** An option that only shows in a popup of the browser is chosen; everything else is clicked. */
export function clickTarget(context: ActionContext, { ref, option }: PathTarget): Promise<ActionOutcome> {
  return option === undefined ? click(context, { ref }) : selectOption(context, { ref, values: [option] });
}

/** Files, one a line. */
export const pathsIn = (value: string): readonly string[] => value.split('\n').filter((path) => path !== '');

/** Fills the target of the call, as its kind is filled: text, a choice, or files. */
export function fillTarget(context: ActionContext, ref: string, value: string, isFile: boolean): Promise<ActionOutcome> {
  if (isFile) return upload(context, { ref, paths: pathsIn(value) });
  const [target] = context.targets;
  if (target?.facts.inputType === 'file') throw needsPath();
  return target && isChosen(target) ? selectOption(context, { ref, values: [value] }) : type(context, { ref, text: value });
}

/** What was not judged as an upload is none. */
function needsPath(): SdkError {
  return new SdkError('unsupported', 'This is a file field: it takes files by its path from getReadableElements only.', {
    phase: 'precheck',
    hint: 'Use fillTextToElement with a file inside the folders that the host allows.',
  });
}

/** A list of options, and no field that takes text. */
function isChosen({ facts }: Target): boolean {
  return facts.tag === 'select' || (['combobox', 'listbox'].includes(facts.role) && !facts.editable);
}

/** Clicks a point, then fills what lies there. A field gets the focus by the click of filling it. */
export async function fillPoint(context: ActionContext, point: { readonly x: number; readonly y: number }, value: string) {
  const [target] = context.targets;
  if (target && (target.facts.editable || isChosen(target) || target.facts.inputType !== undefined))
    return fillTarget(context, target.ref, value, false);
  throw new SdkError('not_editable', `At ${point.x}, ${point.y} lies ${target ? nameOf(target) : 'nothing'}, which takes no text.`, {
    phase: 'precheck',
    hint: 'Take a new picture with captureTab and compute the point again, or use fillTextToElement.',
  });
}

const nameOf = ({ facts }: Target): string => `${facts.role || facts.tag} ${JSON.stringify(facts.name.slice(0, 80))}`;

/** What Enter presses when it has the focus: a click before it would press it twice. */
const PRESSED: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'checkbox', 'radio', 'switch']);

const LEFT: ReadonlySet<string> = new Set(['url', 'tab_created', 'tab_closed']);

/** Clicks a point, then presses Enter once. */
export async function enterAtPoint(context: ActionContext, point: { readonly x: number; readonly y: number }): Promise<ActionOutcome> {
  const [target] = context.targets;
  if (target && PRESSED.has(target.facts.role)) return pressKey(context, { key: 'Enter', ref: target.ref });
  const clicked = await clickXy(context, point);
  // The key is for the page that was judged, not for the one that the click led to.
  if (clicked.data.effects.some(({ kind }) => LEFT.has(kind))) return clicked;
  return pressKey(context, { key: 'Enter' });
}
