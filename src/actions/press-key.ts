/** Press a key. */
import type { ActionContext } from './context.js';
import { pressCombo } from './keyboard.js';
import { parseKey } from './keys.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { describeTarget, unwrap } from './precheck.js';

export interface PressKeyInput {
  /** One character, a name, or a combination with `+`; case and common aliases do not matter. */
  readonly key: string;
  /** Element that gets the focus first; without it the key goes to what has the focus. */
  readonly ref?: string | undefined;
  readonly dialog?: DialogInput | undefined;
}

/**
 * Presses a key or combination once, as trusted input.
 * @throws SdkError invalid_input for a key that does not exist; with `ref` also not_visible, disabled, not_editable (it takes no focus)
 */
export async function pressKey(context: ActionContext, { key, ref, dialog }: PressKeyInput): Promise<ActionOutcome> {
  const combo = parseKey(key);
  return perform(context, {
    ref,
    dialog,
    checks: ['attached', 'visible', 'enabled', 'in_view'],
    opensFiles: true,
    dispatch: async (act, at) => {
      if (at) unwrap(act, await at.target.world.call('focus', { el: at.target.el }, act.options()), `${describeTarget(at.target)}: `);
      await pressCombo(act, combo);
    },
    done: (act) => `Pressed ${[...combo.modifiers, combo.key].join('+')}${act.target ? ` on ${describeTarget(act.target)}` : ''}.`,
    extra: () => ({}),
  });
}
