import { z } from 'zod';
import { navigate } from '../../actions/navigate.js';
import { defineTool, type TargetLookup } from '../../registry/define-tool.js';
import { tabEvidence } from '../../tabs/evidence.js';
import { restoreClosed } from '../../tabs/restore.js';
import { shownTitle, shownUrl } from '../../tabs/words.js';

/** Ms for opening, settling and the report besides the load; a window takes several loads. */
const SLACK_MS = 30_000;

export const sessionRestore = defineTool({
  name: 'session_restore',
  title: 'Restore closed',
  description:
    'Open a closed tab or window again, in the background: its page, what it can go back to, its place and its group. Pages outside the allowed origins stay closed.',
  level: 'L0',
  effects: 'write',
  capability: 'navigate',
  egress: true,
  usesTab: false,
  timeoutMs: (_, { navigation }) => navigation * 2 + SLACK_MS,
  input: z.strictObject({ sessionId: z.string().min(1).max(100).describe('Id as listed by sessions_recently_closed.') }),
  target: ({ sessionId }, lookup) => destinations(sessionId, lookup),
  async execute({ sessionId }, context) {
    const { engine, browser, signal, clock } = context;
    context.recheck(undefined);
    context.dispatching();
    const start = clock.monotonic();
    const { restored, failed, outside } = await restoreClosed(sessionId, {
      engine,
      data: browser,
      signal,
      mayShow: context.mayShow,
      load: async (tab, url) => (await navigate(context.on(tab), { url })).data,
    });
    const tabs = restored.map(({ tab, loaded }) => {
      const groupId = browser.groupOf(tab.tabId)?.groupId;
      const { url, title, status } = loaded;
      return { tabId: tab.tabId, url, title, ...(status === undefined ? {} : { status }), ...(groupId === undefined ? {} : { groupId }) };
    });
    const lines = [
      ...tabs.map(({ tabId, url, title }) => `[${tabId}] ${title === '' ? '(no title)' : shownTitle(title)} — ${shownUrl(url)}`),
      ...failed.map(({ url }) => `Could not be loaded and stays closed: ${shownUrl(url)}`),
      ...(outside.length > 0 ? [`Outside the origins of this session and still closed: ${outside.length}.`] : []),
    ];
    const [only] = tabs.length === 1 ? tabs : [];
    const effects = tabs.map(({ tabId, url }) => ({ kind: 'tab_created', tabId, url }));
    return {
      data: { tabs, failed: failed.map(({ url }) => ({ url })), outside: outside.length },
      content: [{ type: 'text', text: [`Restored ${tabs.length === 1 ? 'a tab' : `${tabs.length} tabs`}.`, ...lines].join('\n') }],
      evidence: tabEvidence(context.attemptId, effects, context.spent, clock.monotonic() - start),
      ...(only ? { tabId: only.tabId } : {}),
    };
  },
});

/** Where the browser would go. Where all of it lies outside, the gate is told so, and refuses. */
function destinations(sessionId: string, { browser, mayShow }: TargetLookup) {
  const urls = (browser.findClosed(sessionId)?.tabs ?? []).map(({ url }) => url);
  const inside = urls.filter((url) => mayShow(url));
  const [url, ...others] = inside.length > 0 ? inside : urls.slice(0, 1);
  return { ...(url === undefined ? {} : { url }), ...(others.length > 0 ? { urls: others } : {}) };
}
