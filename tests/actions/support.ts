/** Refs by role and name, and calls with the fields every tool wants. */
import type { Session } from '../../src/index.js';

/** A session in which everything that asks is approved. */
export const AUTO = { gatekeeper: { policy: 'auto', onApproval: () => ({ decision: 'once' as const }) } } as const;

/** Ref of the first node with that role and name, from a fresh snapshot. */
export async function refOf(session: Session, role: string, name: string): Promise<string> {
  const page = await session.call('read_page', { maxTokens: 6000 });
  if (!page.ok) throw new Error(`read_page: ${page.error.code} ${page.error.message}`);
  const node = page.data.nodes.find((one) => one.ref !== undefined && one.role === role && one.name === name);
  if (!node?.ref) throw new Error(`no ${role} "${name}" in\n${page.data.text}`);
  return node.ref;
}

/** Clicks the first node with that role and name. */
export async function clickOn(session: Session, role: string, name: string, more: object = {}) {
  return session.call('click', { element: name, ref: await refOf(session, role, name), ...more });
}

export async function typeInto(session: Session, role: string, name: string, text: string, more: object = {}) {
  return session.call('type', { element: name, ref: await refOf(session, role, name), text, ...more });
}

/** Kinds of the effects of a result, in order. */
export function kindsOf(result: { readonly evidence?: { readonly effects: readonly { readonly kind: string }[] } | undefined }): string[] {
  return (result.evidence?.effects ?? []).map(({ kind }) => kind);
}
