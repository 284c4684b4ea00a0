/** Words of a text that imitates an agent's question for permission: of permission and of an agent, close together. Pure. */

const PERMISSION = /\b(?:approv(?:e[ds]?|al|ing)|allow(?:ed|s|ing)?|authori[sz]\w*|grant(?:ed|s|ing)?|permit(?:s|ted)?|permissions?)\b/gi;
const AGENT =
  /\b(?:ai|agents?|assistants?|copilot|chatbot|llm|language model|automation|gatekeeper|tool (?:call|use|request|execution)s?|this tool|(?:agent|assistant|tool|security|safety|execution|automation) polic(?:y|ies))\b/gi;
/** Characters between a word of permission and a word of an agent that still belong together. */
const NEAR = 120;

export function imitatesApproval(text: string): boolean {
  const agents = Array.from(text.matchAll(AGENT), (found) => found.index);
  if (agents.length === 0) return false;
  for (const { index } of text.matchAll(PERMISSION)) if (agents.some((at) => Math.abs(at - index) <= NEAR)) return true;
  return false;
}
