/** Trusted keys. Whatever is pressed is released, also when the call ends early. */
import type { Act } from './act.js';
import type { KeyCombo } from './keys.js';

/** Pause between keys typed one by one. */
const SLOW_KEY_MS = 20;

/** Holds modifiers while something else is done. */
export async function withModifiers<T>(act: Act, modifiers: readonly string[], run: () => Promise<T>): Promise<T> {
  const { keyboard } = act.tab.page;
  const held: string[] = [];
  try {
    for (const key of modifiers) {
      held.push(key);
      act.sending();
      act.tab.expectInput();
      await act.input(keyboard.down(key));
    }
    return await run();
  } finally {
    // Sent in any case; a page that does not answer must not keep the call.
    const releases = held.reverse().map((key) => keyboard.up(key).catch(() => undefined));
    if (!act.context.signal.aborted && !act.tab.closed && !act.tab.crashed) await act.race(Promise.all(releases)).catch(() => undefined);
  }
}

/** Presses a key or combination once. A character without a key on the keyboard goes in as text. */
export async function pressCombo(act: Act, { modifiers, key }: KeyCombo): Promise<void> {
  const { keyboard } = act.tab.page;
  await withModifiers(act, modifiers, async () => {
    if ([...key].length > 1 || modifiers.length > 0 || ON_KEYBOARD.test(key)) {
      act.tab.expectInput();
      act.sending();
      await act.input(keyboard.press(key));
    } else await insertText(act, key);
  });
}
/** Characters of a US keyboard; Playwright knows keys for these. */
const ON_KEYBOARD = /^[\x20-\x7e]$/;

/** Enters text as one input, as a paste or an input method does. */
export async function insertText(act: Act, text: string): Promise<void> {
  act.sending();
  await act.input(act.tab.page.keyboard.insertText(text));
}

/** Enters text key by key with a short pause. */
export async function typeKeys(act: Act, text: string, lineBreak: KeyCombo): Promise<void> {
  for (const char of text) {
    if (char === '\n') await pressCombo(act, lineBreak);
    else await pressCombo(act, { modifiers: [], key: char === ' ' ? 'Space' : char });
    await act.pause(SLOW_KEY_MS);
  }
}
