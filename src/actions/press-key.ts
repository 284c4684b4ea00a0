/** Press a key. */
import type { Act } from './act.js';
import type { ActionContext } from './context.js';
import { pressCombo } from './keyboard.js';
import { parseKey } from './keys.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { describeTarget, type Located, unwrap } from './precheck.js';

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
      if (at) await takeFocus(act, at);
      await pressCombo(act, combo);
    },
    done: (act) => `Pressed ${[...combo.modifiers, combo.key].join('+')}${act.target ? ` on ${describeTarget(act.target)}` : ''}.`,
    extra: () => ({}),
  });
}

/** The page sees the focus come before it sees a key. */
async function takeFocus(act: Act, { target }: Located): Promise<void> {
  act.sending();
  const reply = await target.world.call('focus', { el: target.el }, act.options());
  if (!reply.ok) act.dispatch = 'not_started';
  unwrap(act, reply, `${describeTarget(target)}: `);
}
