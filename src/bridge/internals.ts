/** What an accessibility node of Chromium says of a custom element, in ARIA's words. */

interface AxValue {
  readonly type: string;
  readonly value?: unknown;
  readonly sources?: readonly {
    readonly type: string;
    readonly attribute?: string;
    readonly value?: AxValue;
    readonly superseded?: boolean;
  }[];
}
export interface AxNode {
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
}

/** Chromium's word, ARIA's word. Roles of ARIA that are not listed are spelled the same. */
const ROLE_NAMES: ReadonlyMap<string, string> = new Map([
  ['image', 'img'],
  ['ListBox', 'listbox'],
  ['MenuListPopup', 'listbox'],
]);
const SAYS_NOTHING: ReadonlySet<string> = new Set(['generic', 'none', 'presentation', 'unknown', '']);

/** Role and name that a custom element has without an attribute saying so; null when it says nothing. */
export function readInternals(node: AxNode | undefined): { role?: string; name?: string } | null {
  if (!node || node.ignored) return null;
  const chromiumRole = node.role?.type === 'role' && typeof node.role.value === 'string' ? node.role.value : '';
  const role = ROLE_NAMES.get(chromiumRole) ?? chromiumRole;
  const name = declaredName(node.name);
  const found = { ...(SAYS_NOTHING.has(role) ? {} : { role }), ...(name ? { name } : {}) };
  return Object.keys(found).length > 0 ? found : null;
}

/** A name that is declared, not gathered from content: content is read by our own code. */
function declaredName(name: AxValue | undefined): string | undefined {
  if (typeof name?.value !== 'string' || name.value === '') return undefined;
  const source = name.sources?.find(({ value, superseded }) => value?.value === name.value && !superseded);
  return source && source.type !== 'contents' ? name.value : undefined;
}
