/** The effects of an action, from what was armed before it. */
import type { TabLogEntry } from '../shared/events.js';
import type { ControlState, WatchRead } from '../shared/page-api.js';
import type { Effect } from '../shared/results.js';
import type { Act } from './act.js';
import type { Observation } from './observation.js';

/** Console errors told of one action. */
const MAX_ERRORS = 5;

/** Everything seen since the observation began, the important first. */
export function collectEffects(act: Act, seen: Observation): readonly Effect[] {
  const reads = seen.reads();
  const entries = act.tab.log.since(seen.logSeq);
  return [
    ...urlEffects(act, seen, entries),
    ...tabEffects(act, seen, entries),
    ...logEffects(entries),
    ...(seen.hasNavigated ? [] : pageEffects(seen, reads)),
    ...requestEffects(act, seen),
  ];
}

function urlEffects(act: Act, seen: Observation, entries: readonly TabLogEntry[]): Effect[] {
  const navigations = entries.filter((entry) => entry.type === 'navigated');
  const redirects = entries.filter((entry) => entry.type === 'redirected').map(({ from, to }) => ({ kind: 'redirect', from, to }));
  const to = act.tab.page.url();
  if (to === seen.url && !seen.hasNavigated) return redirects;
  const last = navigations.at(-1);
  return [{ kind: 'url', from: seen.url, to, sameDocument: !seen.hasNavigated && last?.sameDocument !== false }, ...redirects];
}

function tabEffects(act: Act, seen: Observation, entries: readonly TabLogEntry[]): Effect[] {
  const effects: Effect[] = [];
  const told = new Set<number>();
  for (const page of act.context.engine.pages()) {
    if (seen.tabIds.has(page.tabId) || page.openerTabId !== act.tab.tabId) continue;
    told.add(page.tabId);
    effects.push({ kind: 'tab_created', tabId: page.tabId, url: page.page.url(), openerTabId: act.tab.tabId });
  }
  for (const entry of entries) {
    if (entry.type === 'tab_created' && !told.has(entry.tabId)) {
      const { tabId, url, title } = entry;
      effects.push({ kind: 'tab_created', tabId, url, ...(title === undefined ? {} : { title }), openerTabId: act.tab.tabId });
    }
    if (entry.type === 'tab_closed') effects.push({ kind: 'tab_closed', tabId: entry.tabId });
  }
  return effects;
}

function logEffects(entries: readonly TabLogEntry[]): Effect[] {
  const effects: Effect[] = [];
  let errors = 0;
  for (const entry of entries) {
    if (entry.type === 'dialog')
      effects.push({ kind: 'dialog', dialogType: entry.dialogType, message: entry.message, answer: entry.answer });
    if (entry.type === 'download') effects.push({ kind: 'download', url: entry.url, suggestedFilename: entry.suggestedFilename });
    if (entry.type === 'file_chooser') effects.push({ kind: 'file_chooser', multiple: entry.multiple });
    if ((entry.type === 'console_error' || entry.type === 'page_error') && errors++ < MAX_ERRORS)
      effects.push({ kind: 'console_error', text: entry.text });
  }
  return effects;
}

function pageEffects(seen: Observation, reads: readonly WatchRead[]): Effect[] {
  const effects: Effect[] = [];
  const [read] = reads;
  if (read?.focusChanged && read.focus) effects.push({ kind: 'focus', ...read.focus });
  const before = seen.starts().find((start) => start.state)?.state;
  const after = reads.find((one) => one.state)?.state;
  if (before && after) effects.push(...stateEffects(before, after));
  const [added, removed, changed] = [sum(reads, 'added'), sum(reads, 'removed'), sum(reads, 'changed')];
  if (added + removed + changed > 0) effects.push({ kind: 'nodes', added, removed, changed });
  return effects;
}

function sum(reads: readonly WatchRead[], key: 'added' | 'removed' | 'changed'): number {
  return reads.reduce((total, read) => total + read[key], 0);
}

/** What changed about the target itself. */
function stateEffects(before: ControlState, after: ControlState): Effect[] {
  if (!after.connected) return [{ kind: 'target_state', state: 'connected', was: true, now: false }];
  const effects: Effect[] = [];
  if (before.value !== after.value) effects.push({ kind: 'value', was: before.value ?? '', now: after.value ?? '' });
  for (const state of new Set([...Object.keys(before.states), ...Object.keys(after.states)])) {
    const [was, now] = [before.states[state], after.states[state]];
    if (was !== now && state !== 'active') effects.push({ kind: 'target_state', state, was: was ?? false, now: now ?? false });
  }
  if (before.name !== after.name) effects.push({ kind: 'target_state', state: 'name', was: before.name, now: after.name });
  return effects;
}

function requestEffects(act: Act, seen: Observation): Effect[] {
  const count = act.tab.network.startedSince(seen.networkMark);
  return count > 0 ? [{ kind: 'request', count }] : [];
}
