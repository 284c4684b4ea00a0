/** When two lines say the same to a reader. Refs and focus take no part: refs change with every snapshot, focus is an effect of its own. */

import type { StateValue } from '../../shared/snapshot.js';
import type { Line } from '../capture/line.js';

type LineStates = Record<string, StateValue> | undefined;

/** The state that is reported as an effect, not as a change of the line. */
const FOCUS = 'active';

export function sameLine(a: Line, b: Line): boolean {
  return (
    a === b ||
    (a.role === b.role &&
      a.name === b.name &&
      a.value === b.value &&
      a.ref === b.ref &&
      a.hiddenBy === b.hiddenBy &&
      a.type === b.type &&
      a.description === b.description &&
      a.hint === b.hint &&
      sameStates(a.states, b.states))
  );
}

function sameStates(a: LineStates, b: LineStates): boolean {
  if (a === b) return true;
  for (const key in a) if (key !== FOCUS && a[key] !== b?.[key]) return false;
  for (const key in b) if (key !== FOCUS && a?.[key] !== b[key]) return false;
  return true;
}

/** A key that is equal for equal lines. A nameless line takes the first words inside it along, so that an empty row is not any row. */
export function lineKey(entries: readonly Line[], at: number): string {
  const line = entries[at] as Line;
  const own = keyOf(line);
  if (line.name !== '' || line.value !== undefined) return own;
  for (let i = at + 1; i <= line.end && i < entries.length; i++) {
    const inner = entries[i] as Line;
    if (inner.name !== '') return `${own}\u0001${inner.role}\u0001${inner.name}`;
  }
  return own;
}

function keyOf({ role, name, value, ref, hiddenBy, type, description, hint, states }: Line): string {
  return JSON.stringify([role, name, value, ref, hiddenBy, type, description, hint, states && stateList(states)]);
}
function stateList(states: Record<string, StateValue>): unknown[] {
  return Object.keys(states)
    .filter((key) => key !== FOCUS)
    .sort()
    .map((key) => [key, states[key]]);
}
