/** The trusted pointer. */
import type { MappedPoint } from '../bridge/types.js';
import type { Act } from './act.js';
import { withModifiers } from './keyboard.js';

export interface Press {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
  readonly modifiers: readonly string[];
}
export const PLAIN_PRESS: Press = { button: 'left', count: 1, modifiers: [] };

/**
 * Moves there, presses and releases. All of it goes out in one batch, so that an abort cannot come between press and release.
 */
export async function clickAt(act: Act, { x, y }: MappedPoint, { button, count, modifiers }: Press): Promise<void> {
  await withModifiers(act, modifiers, async () => {
    act.tab.expectInput(count);
    act.sending();
    act.point = { x, y };
    await act.input(act.tab.page.mouse.click(x, y, { button, clickCount: count }));
  });
}

export async function moveTo(act: Act, { x, y }: MappedPoint): Promise<void> {
  act.sending();
  act.point = { x, y };
  await act.input(act.tab.page.mouse.move(x, y));
}
