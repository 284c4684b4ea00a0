/** A tab group in one line. */
import type { TabGroup } from '../shared/browser-data.js';
import { shownTitle } from './words.js';

export function groupWords({ groupId, title, color, collapsed }: TabGroup): string {
  const name = shownTitle(title);
  return `[${groupId}] ${name === '' ? '(no title)' : name} · ${color} · ${collapsed ? 'collapsed' : 'expanded'}`;
}
