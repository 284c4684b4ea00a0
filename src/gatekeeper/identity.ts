/** Is what stands there now what was judged? */
import type { Presence } from '../registry/gate-port.js';
import type { CallSubject, TabFacts, TargetFacts } from '../registry/subject.js';

/** Tools judged by their destination alone: the page they leave may change meanwhile. */
const BY_DESTINATION: ReadonlySet<string> = new Set(['navigate', 'organize']);

const place = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

function tabChange(was: TabFacts, now: TabFacts | undefined): string | undefined {
  if (!now || was.tabId !== now.tabId) return 'tab';
  if (was.navigation !== now.navigation) return 'document';
  if (was.origin !== now.origin) return 'origin';
  return place(was.url) === place(now.url) ? undefined : 'path';
}

const contextText = (target: TargetFacts): string => JSON.stringify([target.context?.kind, target.context?.key, target.context?.rest]);

/** What is compared of an element, in the order it is told. */
export const COMPARED: readonly (readonly [string, (target: TargetFacts) => unknown])[] = [
  ['document', (target) => target.documentNonce],
  ['origin', (target) => target.origin],
  ['top origin', (target) => target.topOrigin],
  ['path', (target) => target.path],
  ['frame', (target) => `${target.frameName}\n${target.crossOrigin}`],
  ['role', (target) => target.role],
  ['name', (target) => target.name],
  ['context', contextText],
  ['link', (target) => target.href],
  ['form action', (target) => `${target.submits} ${target.formMethod} ${target.formAction}`],
  ['input type', (target) => target.inputType],
];

/** The judged target that a fresh one stands for. */
export function judgedTarget(subject: CallSubject, now: TargetFacts): TargetFacts | undefined {
  const same = subject.targets.find((target) => target.ref === now.ref);
  return same ?? (subject.targets.length === 1 ? subject.targets[0] : undefined);
}

/**
 * What changed since the call was judged: 'tab', 'document', 'origin', 'path', 'frame', 'role', 'name', 'context', …
 * @returns undefined when nothing did
 */
export function changeOf(subject: CallSubject, now: Presence): string | undefined {
  if (subject.tab) {
    const change = tabChange(subject.tab, now.tab);
    if (change !== undefined && (change === 'tab' || !BY_DESTINATION.has(subject.tool.capability))) return change;
  }
  if (!now.target) return undefined;
  const was = judgedTarget(subject, now.target);
  if (!was) return 'target';
  const fresh = now.target;
  return COMPARED.find(([, read]) => read(was) !== read(fresh))?.[0];
}
