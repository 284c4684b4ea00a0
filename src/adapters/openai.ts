/** OpenAI: tools and results for the chat and the responses API, plain and strict. Pure projections; the loop stays yours. */
import type { ToolDescriptor } from '../registry/descriptor.js';
import type { ToolResult } from '../shared/results.js';
import { dataUrl, imagesOf, readJson, type ToolHost, textOf, type ViewOptions, viewOf } from './parts/host.js';
import { strictSchema, withoutNulls } from './parts/strict.js';

export type { ToolHost, ViewOptions } from './parts/host.js';

export interface OpenAiOptions extends ViewOptions {
  /** True: the model's arguments are constrained to the schema; optional fields then take null. Default false. */
  readonly strict?: boolean;
}

/** A function tool of the chat API. */
export interface ChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict?: boolean };
}
/** A function tool of the responses API. */
export interface ResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** Parameters of a tool; `isStrict` is false where its schema cannot be said strictly. */
function parametersOf(tool: ToolDescriptor, wantsStrict: boolean): { parameters: Record<string, unknown>; isStrict: boolean } {
  const schema = tool.inputSchema as unknown as Readonly<Record<string, unknown>>;
  const strict = wantsStrict ? strictSchema(schema) : undefined;
  return { parameters: { ...(strict ?? schema) }, isStrict: strict !== undefined };
}

/**
 * The tools of a session for `chat.completions.create({ tools })`.
 * @param host a session
 */
export function chatTools(host: Pick<ToolHost, 'registry'>, options: OpenAiOptions = {}): ChatTool[] {
  const { strict = false, ...view } = options;
  return viewOf(host, view).map((tool) => {
    const { parameters, isStrict } = parametersOf(tool, strict);
    const { name, description } = tool;
    return { type: 'function', function: { name, description, parameters, ...(isStrict ? { strict: true } : {}) } };
  });
}

/**
 * The tools of a session for `responses.create({ tools })`.
 * @param host a session
 */
export function responsesTools(host: Pick<ToolHost, 'registry'>, options: OpenAiOptions = {}): ResponsesTool[] {
  const { strict = false, ...view } = options;
  return viewOf(host, view).map((tool) => {
    const { parameters, isStrict } = parametersOf(tool, strict);
    return { type: 'function', name: tool.name, description: tool.description, parameters, strict: isStrict };
  });
}

/** Arguments a model wrote, ready for `session.callUnknown`. What is no JSON is passed on as text, and the tool says so. */
export function readArguments(host: Pick<ToolHost, 'registry'>, name: string, text: string, options: { strict?: boolean } = {}): unknown {
  const input = readJson(text);
  if (!options.strict) return input;
  return withoutNulls(host.registry.list().find((tool) => tool.name === name)?.inputSchema, input);
}

/** A tool call of a chat completion. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}
/** A message of the chat API that carries results. */
export type ChatResultMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[] };

/** The message that answers a tool call. Tool messages hold text alone; pictures need `chatPictures` after the last of them. */
export function chatToolMessage(callId: string, result: ToolResult): Extract<ChatResultMessage, { role: 'tool' }> {
  return { role: 'tool', tool_call_id: callId, content: textOf(result.content) };
}

/** A message with the pictures of results, to be put after all tool messages of the turn; undefined when there are none. */
export function chatPictures(
  results: readonly { readonly callId: string; readonly result: ToolResult }[],
): Extract<ChatResultMessage, { role: 'user' }> | undefined {
  const parts = results.flatMap(({ callId, result }) => {
    const images = imagesOf(result.content).map((image) => ({ type: 'image_url' as const, image_url: { url: dataUrl(image) } }));
    return images.length > 0 ? [{ type: 'text' as const, text: `Pictures of tool call ${callId}:` }, ...images] : [];
  });
  return parts.length > 0 ? { role: 'user', content: parts } : undefined;
}

export interface RunOptions {
  /** True when the tools were given as strict ones. */
  readonly strict?: boolean;
  /** Cancels the calls. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the tool calls of a chat completion, one after the other.
 * @returns the messages that answer them, in order
 * @example
 * messages.push(choice.message, ...(await runChatToolCalls(session, choice.message.tool_calls ?? [], { strict: true })));
 */
export async function runChatToolCalls(
  host: ToolHost,
  calls: readonly ChatToolCall[],
  { strict = false, signal }: RunOptions = {},
): Promise<ChatResultMessage[]> {
  const results: { callId: string; result: ToolResult }[] = [];
  for (const { id, function: called } of calls) {
    const name = called?.name ?? '';
    const input = readArguments(host, name, called?.arguments ?? '', { strict });
    results.push({ callId: id, result: await host.callUnknown(name, input, { signal, callId: id || undefined }) });
  }
  const pictures = chatPictures(results);
  return [...results.map(({ callId, result }) => chatToolMessage(callId, result)), ...(pictures ? [pictures] : [])];
}

/** The item that answers a function call of the responses API. */
export interface ResponsesResultItem {
  type: 'function_call_output';
  call_id: string;
  output: string | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

/** The item that answers a function call: text, or text and pictures. */
export function responsesToolOutput(callId: string, { content }: ToolResult): ResponsesResultItem {
  const isText = content.every((block) => block.type === 'text');
  const output = isText
    ? textOf(content)
    : content.map((block) =>
        block.type === 'text'
          ? { type: 'input_text' as const, text: block.text }
          : { type: 'input_image' as const, image_url: dataUrl(block), detail: 'auto' as const },
      );
  return { type: 'function_call_output', call_id: callId, output };
}

/** An item of a response; those that are no function calls are passed over. */
export interface ResponsesItem {
  readonly type: string;
  readonly call_id?: string | null;
  readonly name?: string | null;
  readonly arguments?: unknown;
}

/**
 * Runs the function calls of a response, one after the other.
 * @param output the `output` of the response
 * @returns the items that answer them, in order
 */
export async function runResponsesToolCalls(
  host: ToolHost,
  output: readonly ResponsesItem[],
  { strict = false, signal }: RunOptions = {},
): Promise<ResponsesResultItem[]> {
  const items: ResponsesResultItem[] = [];
  for (const item of output) {
    if (item.type !== 'function_call') continue;
    const { call_id: callId, name } = item;
    const text = typeof item.arguments === 'string' ? item.arguments : '';
    const input = readArguments(host, name ?? '', text, { strict });
    const result = await host.callUnknown(name ?? '', input, { signal, callId: callId || undefined });
    items.push(responsesToolOutput(callId ?? '', result));
  }
  return items;
}
