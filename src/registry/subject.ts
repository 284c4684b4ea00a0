/** What a call is about, as plain facts of ours: the gate judges this, never the model's words alone. */
import type { ActionContext } from '../actions/context.js';
import { originOf } from '../shared/origins.js';
import type { ContextInfo, States } from '../shared/snapshot.js';
import type { TargetSpec } from './define-tool.js';
import type { ToolDescriptor } from './descriptor.js';

type Tab = ActionContext['tab'];
type Resolved = NonNullable<Parameters<ActionContext['recheck']>[0]>;

export interface TabFacts {
  readonly tabId: number;
  readonly url: string;
  /** Who made the document: of about:blank and blob: pages the creator's. '' when nobody did. */
  readonly origin: string;
  /** Cross-document navigations of the tab so far. */
  readonly navigation: number;
}

/** A resolved target. */
export interface TargetFacts {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly states: States;
  readonly context: ContextInfo | null;
  /** Label, placeholder, description and hint: other words a person sees for it. */
  readonly otherWords: string;
  readonly tag: string;
  readonly href?: string;
  readonly download?: boolean;
  readonly formAction?: string;
  readonly formMethod?: string;
  readonly submits: boolean;
  readonly inputType?: string;
  readonly autocomplete?: string;
  /** Document the element stands in. */
  readonly documentNonce: string;
  readonly url: string;
  readonly path: string;
  /** Of an opaque or inherited origin the creator's. */
  readonly origin: string;
  readonly topOrigin: string;
  readonly frameName: string;
  readonly crossOrigin: boolean;
  readonly pageMadeApproval: boolean;
}

/** Everything a decision may rest on. */
export interface CallSubject {
  readonly callId: string;
  readonly tool: ToolDescriptor;
  /** The whole input. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly spec: TargetSpec;
  readonly tab: TabFacts | undefined;
  readonly targets: readonly TargetFacts[];
}

/** Path of a URL, query and fragment left out. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}

/**
 * Origin of a tab: that of its URL, or of who opened it for about:blank and the like.
 * @param openerOf the tab that opened a tab, if it is still there
 */
export function tabOrigin(tab: Tab, openerOf: (tab: Tab) => Tab | undefined): string {
  let current: Tab | undefined = tab;
  for (let hops = 0; current && hops < 20; hops++) {
    const origin = originOf(current.page.url());
    if (origin !== '') return origin;
    current = openerOf(current);
  }
  return '';
}

export function tabFacts(tab: Tab, openerOf: (tab: Tab) => Tab | undefined): TabFacts {
  return { tabId: tab.tabId, url: tab.page.url(), origin: tabOrigin(tab, openerOf), navigation: tab.navigationCount };
}

/** Facts of a resolved target. `creator` is the origin an opaque or inherited document goes back to. */
export function targetFacts(target: Resolved, topOrigin: string, creator: string): TargetFacts {
  const { facts, frame } = target;
  const own = facts.origin === '' || facts.origin === 'null' ? originOf(facts.url) : facts.origin;
  return {
    ref: target.ref,
    role: facts.role,
    name: facts.name,
    states: facts.states,
    context: facts.context,
    otherWords: [facts.label, facts.placeholder, facts.description, facts.hint ?? ''].filter((words) => words !== '').join(' '),
    tag: facts.tag,
    ...(facts.href === undefined ? {} : { href: facts.href }),
    ...(facts.download === undefined ? {} : { download: facts.download }),
    ...(facts.formAction === undefined ? {} : { formAction: facts.formAction }),
    ...(facts.formMethod === undefined ? {} : { formMethod: facts.formMethod }),
    submits: facts.submits,
    ...(facts.inputType === undefined ? {} : { inputType: facts.inputType }),
    ...(facts.autocomplete === undefined ? {} : { autocomplete: facts.autocomplete }),
    documentNonce: facts.nonce,
    url: facts.url,
    path: pathOf(facts.url),
    origin: own === '' ? creator : own,
    topOrigin,
    frameName: frame.name,
    crossOrigin: frame.crossOrigin,
    pageMadeApproval: facts.pageMadeApproval,
  };
}
