/** Looks whether what a watch waits for holds, in the tab it was made for, or in one of that origin after a restart. */
import type { Engine, PageEngine } from '../bridge/types.js';
import type { Interaction } from '../shared/interactions.js';
import { originOf } from '../shared/origins.js';

/** Ms a page has for one look. */
const LOOK_MS = 2_000;

export interface WatchPorts {
  readonly engine: Pick<Engine, 'pages' | 'byTabId' | 'ready'>;
  /** Interactions of this process; tab ids of others mean nothing. */
  isOwn(interaction: Interaction): boolean;
  /** False for a tab outside the boundary of the session. */
  mayRead(tab: PageEngine): boolean;
}

const isOpen = (tab: PageEngine): boolean => !tab.closed && !tab.crashed;

function tabOf({ engine, isOwn, mayRead }: WatchPorts, interaction: Interaction): PageEngine | undefined {
  const { tabId, origin } = interaction;
  const own = isOwn(interaction) && tabId !== undefined ? engine.byTabId(tabId) : undefined;
  const tab = own ?? engine.pages().find((page) => isOpen(page) && origin !== '' && originOf(page.page.url()) === origin);
  return tab && isOpen(tab) && mayRead(tab) ? tab : undefined;
}

/** The value of the watch when it holds. */
export async function lookAt(
  ports: WatchPorts,
  interaction: Interaction,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const tab = tabOf(ports, interaction);
  if (!tab || tab.navigationPending) return undefined;
  const { condition, value } = interaction.request as { readonly condition: string; readonly value: string };
  if (condition === 'url') {
    const url = tab.page.url();
    return url.includes(value) ? { matched: true, url } : undefined;
  }
  const options = { signal, timeoutMs: LOOK_MS };
  await ports.engine.ready(tab, options);
  const found = await Promise.all(
    [...new Set([tab.top(), ...tab.worlds()])].map((world) => world.call('hasText', { text: value }, options)),
  );
  if (tab.navigationPending) return undefined;
  return found.includes(true) === (condition === 'text') ? { matched: true, condition } : undefined;
}
