/** State that every copy of this library in a process shares: the ESM and the CommonJS build are two, and a context needs one engine. */

type Registry = Map<string, WeakMap<object, unknown>>;
const KEY: unique symbol = Symbol.for('surehand.shared') as never;

/**
 * A weak map of this name. Made at its first use, so that loading the library changes nothing.
 * @param name with what tells versions apart whose values do not fit each other
 */
export function sharedMap<Key extends object, Value>(name: string): WeakMap<Key, Value> {
  const holder = globalThis as { [KEY]?: Registry };
  let registry = holder[KEY];
  if (!registry) {
    registry = new Map();
    // Not enumerable, so that it turns up nowhere.
    Object.defineProperty(globalThis, KEY, { value: registry });
  }
  const map = registry.get(name) ?? new WeakMap<object, unknown>();
  registry.set(name, map);
  return map as WeakMap<Key, Value>;
}
