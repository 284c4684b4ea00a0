/** A selection as a model reads it. */
import { quote } from '../shared/render.js';
import { headerText } from './text.js';
import type { SelectionData } from './types.js';

const MAX_NAME = 120;

export function selectionText(data: SelectionData): string {
  const where = placeOf(data);
  if (data.masked) return `The selection is in a password field${where}. It is not given out.`;
  if (data.total === 0) return 'Nothing is selected.';
  const shown = data.text.length < data.total ? `, the first ${data.text.length} shown` : '';
  // One quoted line: nothing in it can be taken for words of ours.
  return `Selected text (${data.total} characters${shown})${where}:\n- text: ${quote(data.text)}`;
}

function placeOf({ ref, role, name, frame }: SelectionData): string {
  const element = ref === undefined ? '' : ` in ${role} "${headerText(name ?? '', MAX_NAME)}" [ref=${ref}]`;
  return frame.name === '' ? element : `${element} in frame "${headerText(frame.name, MAX_NAME)}"`;
}
