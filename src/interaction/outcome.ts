/** What a model is told of a request that waits or waited. */
import type { ToolOutput } from '../registry/define-tool.js';
import type { InteractionData } from '../shared/interactions.js';

const WAITING = 'Stop here. The host goes on with you when it has ended; do not make further calls meanwhile.';

/** The output of a tool that waits. */
export function interactionOutput(data: InteractionData): ToolOutput<InteractionData> {
  const { status } = data;
  const told = status === 'waiting_interaction' ? { ...data, note: WAITING } : { status, value: data.value };
  return { data, content: [{ type: 'text', text: JSON.stringify(told) }] };
}
