/** Names of keys and combinations, as people and models write them. */
import { SdkError } from '../shared/errors.js';

export interface KeyCombo {
  /** Modifiers by their Playwright names, in the order given. */
  readonly modifiers: readonly string[];
  /** Playwright key name, or one character. */
  readonly key: string;
}

const MODIFIERS = new Map([
  ['control', 'Control'],
  ['ctrl', 'Control'],
  ['shift', 'Shift'],
  ['alt', 'Alt'],
  ['option', 'Alt'],
  ['meta', 'Meta'],
  ['cmd', 'Meta'],
  ['command', 'Meta'],
  ['win', 'Meta'],
  ['super', 'Meta'],
  ['controlormeta', 'ControlOrMeta'],
  ['cmdorctrl', 'ControlOrMeta'],
  ['commandorcontrol', 'ControlOrMeta'],
]);

const NAMED = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
  'Space',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Pause',
  'PrintScreen',
  'ContextMenu',
  ...Array.from({ length: 12 }, (_, i) => `F${i + 1}`),
] as const;
/** What keys.ts lists when a name is unknown. */
export const KEY_NAMES: readonly string[] = [...NAMED, 'Control', 'Shift', 'Alt', 'Meta', 'ControlOrMeta'];

const ALIASES = new Map<string, string>([
  ['esc', 'Escape'],
  ['return', 'Enter'],
  ['del', 'Delete'],
  ['ins', 'Insert'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['pgup', 'PageUp'],
  ['pgdn', 'PageDown'],
  ['pagedn', 'PageDown'],
  ['spacebar', 'Space'],
  ['plus', '+'],
  ['minus', '-'],
  ...NAMED.map((name) => [name.toLowerCase(), name] as const),
]);

/**
 * Reads a key or combination: `Enter`, `ctrl+a`, `Control++`, `+`, `é`, a space.
 * @throws SdkError invalid_input, naming the part that is unknown and the names there are
 */
export function parseKey(text: string): KeyCombo {
  const parts = splitCombo(text);
  const last = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((part) => modifierOf(part, text));
  const key = keyOf(last, modifiers.length > 0);
  if (key === undefined) throw unknownKey(last, text);
  return { modifiers: [...new Set(modifiers)], key: shifted(key, modifiers) };
}

/** What the key gives with these modifiers: `Control+A` means the key A, which is `a` unless Shift is held; with Shift it is `A`, and 1 is `!`. */
function shifted(key: string, modifiers: readonly string[]): string {
  if (modifiers.length === 0) return key;
  if (!modifiers.includes('Shift')) return /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
  return /^[a-z]$/.test(key) ? key.toUpperCase() : /^[0-9]$/.test(key) ? `Digit${key}` : key;
}

/** `+` separates, except where it is the key itself: alone, or last. */
function splitCombo(text: string): string[] {
  if ([...text].length === 1) return [text];
  const trimmed = text.trim();
  if (trimmed === '+') return ['+'];
  if (/\+\s*\+$/.test(trimmed))
    return [
      ...trimmed
        .replace(/\+\s*\+$/, '')
        .split('+')
        .map((part) => part.trim()),
      '+',
    ];
  return trimmed.split('+').map((part) => part.trim());
}

function modifierOf(part: string, whole: string): string {
  const modifier = MODIFIERS.get(part.toLowerCase());
  if (!modifier) throw unknownKey(part, whole);
  return modifier;
}

function keyOf(part: string, hasModifiers: boolean): string | undefined {
  if ([...part].length === 1) return part === ' ' ? 'Space' : part === '\n' || part === '\r' ? 'Enter' : part === '\t' ? 'Tab' : part;
  const named = ALIASES.get(part.toLowerCase());
  if (named) return named;
  // A modifier alone is a key too.
  return hasModifiers ? undefined : MODIFIERS.get(part.toLowerCase());
}

function unknownKey(part: string, whole: string): SdkError {
  const where = part === whole ? '' : ` in ${JSON.stringify(whole)}`;
  return new SdkError(
    'invalid_input',
    `Unknown key ${JSON.stringify(part)}${where}. Keys: one character, or ${KEY_NAMES.join(', ')}; combined with +, for example Control+A.`,
    {
      phase: 'validate',
      details: { key: whole, part, keys: KEY_NAMES },
    },
  );
}
