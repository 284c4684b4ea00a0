/** What tests of tools share. */
import type { Session } from '../../src/index.js';
import type { ToolResult } from '../../src/shared/results.js';

/** The ref of the node with a role and name in a fresh snapshot. */
export async function refOf(session: Session, role: string, name: string, tabId?: number): Promise<string> {
  const read = await session.call('read_page', { maxTokens: 6000, ...(tabId === undefined ? {} : { tabId }) });
  if (!read.ok) throw new Error(`read_page: ${read.error.code} ${read.error.message}`);
  const node = read.data.nodes.find((one) => one.role === role && one.name === name && one.ref !== undefined);
  if (node?.ref === undefined) throw new Error(`No ${role} "${name}" in\n${read.data.text}`);
  return node.ref;
}

/** All text of a result. */
export function textOf(result: ToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n');
}

export const AUTO = { gatekeeper: { policy: 'auto' } } as const;
