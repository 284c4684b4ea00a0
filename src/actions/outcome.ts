/** What a verb gives back, and the plain text a tool can show for it. */
import type { ActionData, ActionEvidence, ContentBlock, Details, Effect } from '../shared/results.js';

/** Answer to dialogs that open during a call. Default: dismiss. */
export type DialogInput = 'accept' | 'dismiss' | { readonly accept: boolean; readonly promptText?: string | undefined };

/** Result of a verb; it fits `ToolOutput<ActionData & Extra>` as it is. */
export interface ActionOutcome<Data = ActionData> {
  readonly data: Data;
  /** For the model: what was done, the effects, the diff. Unfenced, without `[tabId=N]`. */
  readonly content: readonly ContentBlock[];
  readonly details?: Details;
  readonly evidence: ActionEvidence;
  readonly tabId: number;
}

/**
 * The body of a result in plain text.
 * @param done what was done, one or more sentences
 * @param data effects and diff of the action
 * @returns the sentences, a line `Effects: …` when there are any, and the diff
 */
export function outcomeText(done: string, data: Pick<ActionData, 'effects' | 'diff' | 'settled'>): string {
  const parts = [done];
  const told = data.effects.map(effectText).filter((text) => text !== '');
  parts.push(told.length > 0 ? `Effects: ${told.join('; ')}.` : 'Effects: none seen.');
  if (!data.settled) parts.push('The page is still busy.');
  if (data.diff !== '') parts.push(`\n${data.diff}`);
  return parts.join('\n');
}

const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, 200));
const EFFECT_WORDS: Readonly<Record<string, (effect: Effect) => string>> = {
  url: (e) => `${e['sameDocument'] === true ? 'address changed' : 'navigated'} to ${quote(e['to'])}`,
  redirect: (e) => `redirected from ${quote(e['from'])} to ${quote(e['to'])}`,
  tab_created: (e) => `new tab ${String(e['tabId'])} ${quote(e['url'])}`,
  tab_closed: (e) => `tab ${String(e['tabId'])} closed`,
  dialog: (e) => `${String(e['dialogType'])} dialog ${quote(e['message'])} ${String(e['answer'])}`,
  download: (e) => `download ${quote(e['suggestedFilename'])}`,
  file_chooser: () => 'file chooser opened',
  focus: (e) => `focus on ${String(e['role'])} ${quote(e['name'])}`,
  value: (e) =>
    `value set to ${quote(e['now'])}${e['asked'] !== undefined && e['asked'] !== e['now'] ? `, asked ${quote(e['asked'])}` : ''}`,
  selection: (e) => `selected ${quote(e['now'])}`,
  target_state: (e) => `target ${String(e['state'])} is now ${quote(e['now'])}`,
  nodes: (e) => `${String(e['added'])} nodes added, ${String(e['removed'])} removed, ${String(e['changed'])} changed`,
  request: (e) => `${String(e['count'])} requests`,
  console_error: (e) => `console error ${quote(e['text'])}`,
  scroll: (e) => `scrolled to ${String(e['x'])}, ${String(e['y'])}`,
  loading: (e) => `still loading (${String(e['readyState'])})`,
};

/** One effect in a few words; '' for one that is not worth telling. */
export function effectText(effect: Effect): string {
  const words = EFFECT_WORDS[effect.kind];
  return words ? words(effect) : effect.kind;
}
