/** Anthropic: tools and results for the messages API. Pure projections; the loop stays yours. */
import type { ToolResult } from '../shared/results.js';
import { type ToolHost, textOf, type ViewOptions, viewOf } from './parts/host.js';

export type { ToolHost, ViewOptions } from './parts/host.js';

export interface AnthropicOptions extends ViewOptions {
  /** True: the last tool carries a cache mark, so that the list of tools is cached. Default false. */
  readonly cache?: boolean;
}

/** A tool of the messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; properties?: Record<string, unknown>; required?: string[]; [key: string]: unknown };
  cache_control?: { type: 'ephemeral' };
}

/**
 * The tools of a session for `messages.create({ tools })`.
 * @param host a session
 */
export function anthropicTools(host: Pick<ToolHost, 'registry'>, { cache = false, ...view }: AnthropicOptions = {}): AnthropicTool[] {
  const tools = viewOf(host, view);
  return tools.map(({ name, description, inputSchema }, index) => {
    const { required, properties, ...rest } = inputSchema;
    return {
      name,
      description,
      input_schema: { ...rest, properties: { ...properties }, ...(required ? { required: [...required] } : {}) },
      ...(cache && index === tools.length - 1 ? { cache_control: { type: 'ephemeral' as const } } : {}),
    };
  });
}

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
/** A block that answers a tool use. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: ({ type: 'text'; text: string } | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } })[];
  is_error?: boolean;
}

/** The block that answers a tool use. A failed one holds text alone, as the API wants it. */
export function anthropicToolResult(toolUseId: string, result: ToolResult): AnthropicToolResult {
  if (!result.ok)
    return { type: 'tool_result', tool_use_id: toolUseId, content: [{ type: 'text', text: textOf(result.content) }], is_error: true };
  const content = result.content.map((block): AnthropicToolResult['content'][number] =>
    block.type === 'text'
      ? { type: 'text', text: block.text }
      : { type: 'image', source: { type: 'base64', media_type: block.mimeType as ImageType, data: block.data } },
  );
  return { type: 'tool_result', tool_use_id: toolUseId, content };
}

/** A block of an assistant message; those that are no tool uses are passed over. */
export interface AnthropicBlock {
  readonly type: string;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

/**
 * Runs the tool uses of an assistant message, one after the other.
 * @param content the `content` of the message
 * @returns the content of the user message that answers them
 * @example
 * messages.push({ role: 'assistant', content }, { role: 'user', content: await runAnthropicToolUses(session, content) });
 */
export async function runAnthropicToolUses(
  host: ToolHost,
  content: readonly AnthropicBlock[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<AnthropicToolResult[]> {
  const results: AnthropicToolResult[] = [];
  for (const { type, id, name, input } of content) {
    if (type !== 'tool_use') continue;
    const callId = typeof id === 'string' ? id : '';
    const result = await host.callUnknown(typeof name === 'string' ? name : '', input, { signal, callId: callId || undefined });
    results.push(anthropicToolResult(callId, result));
  }
  return results;
}
