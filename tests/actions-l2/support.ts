/** What the tests of the L2 verbs share. */
import type { Session } from '../../src/index.js';

/** A session in which nothing asks. */
export const AUTO = { gatekeeper: { policy: 'auto' } } as const;
/** The same, with scripts allowed. */
export const SCRIPTS = { gatekeeper: { policy: 'auto', rules: [{ capability: 'eval_page', verdict: 'allow' }] } } as const;

/** Refs of one fresh snapshot, by name. */
export async function refsOf(session: Session, tabId?: number): Promise<Readonly<Record<string, string>>> {
  const read = await session.call('read_page', { maxTokens: 6000, ...(tabId === undefined ? {} : { tabId }) });
  if (!read.ok) throw new Error(`read_page: ${read.error.code} ${read.error.message}`);
  return Object.fromEntries(read.data.nodes.flatMap((node) => (node.ref === undefined ? [] : [[node.name, node.ref] as const])));
}

export async function refNamed(session: Session, name: string): Promise<string> {
  const ref = (await refsOf(session))[name];
  if (ref === undefined) throw new Error(`Nothing is called ${JSON.stringify(name)}.`);
  return ref;
}

/** All text of a result. */
export function textOf(result: { readonly content: readonly { readonly type: string; readonly text?: string }[] }): string {
  return result.content.map((block) => block.text ?? '').join('\n');
}
