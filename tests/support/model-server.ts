/**
 * A scripted model behind the protocols of three providers: a local server that is asked like OpenAI (chat, responses) or Anthropic and
 * answers with the tool calls of a script, which sees what a model would see: the content of results.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What comes back from a call, as a model sees it. */
export interface ToolReply {
  readonly text: string;
  /** Data URLs. */
  readonly images: readonly string[];
}
export type Ask = (tool: string, input: unknown) => Promise<ToolReply>;

type Action = { readonly tool: string; readonly input: unknown; readonly id: string } | { readonly final: string };
type Json = Record<string, unknown>;

/** A script that takes turns with a loop. */
export class ScriptedModel {
  readonly #script: (ask: Ask) => Promise<string>;
  #next: ((action: Action) => void) | undefined;
  #answer: ((reply: ToolReply) => void) | undefined;
  #isStarted = false;
  #calls = 0;
  /** What the script threw. */
  error: unknown;
  isFinished = false;
  /** Bodies of all requests. */
  readonly requests: Json[] = [];

  /** @param script answers the closing words */
  constructor(script: (ask: Ask) => Promise<string>) {
    this.#script = script;
  }

  /** The next action, after the reply to the one before. */
  turn(reply: ToolReply | undefined): Promise<Action> {
    return new Promise((resolve) => {
      this.#next = resolve;
      if (!this.#isStarted) this.#start();
      else this.#answer?.(reply ?? { text: '', images: [] });
    });
  }

  #start(): void {
    this.#isStarted = true;
    const ask: Ask = (tool, input) =>
      new Promise((resolve) => {
        this.#answer = resolve;
        this.#next?.({ tool, input, id: `toolu_${++this.#calls}` });
      });
    this.#script(ask).then(
      (final) => {
        this.isFinished = true;
        this.#next?.({ final });
      },
      (error: unknown) => {
        this.error = error;
        this.#next?.({ final: `The script failed: ${String(error)}` });
      },
    );
  }
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Json;
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Chat: tool messages, and pictures in a user message after them. */
function chatReply(messages: readonly Json[]): ToolReply | undefined {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  if (last < 0) return undefined;
  const after = messages.slice(last + 1);
  const texts = after.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  const parts = after.filter(({ role }) => role === 'user').flatMap(({ content }) => list(content));
  const images = parts.flatMap((part) => (part['image_url'] as { url: string } | undefined)?.url ?? []);
  // Some clients write a result of several parts as JSON.
  const told = texts.map((text) => (text.startsWith('[{') ? partsOf(JSON.parse(text) as Json[]) : { text, images: [] }));
  return { text: told.map(({ text }) => text).join('\n'), images: [...images, ...told.flatMap((one) => one.images)] };
}

function partsOf(parts: readonly Json[]): ToolReply {
  return {
    text: parts.flatMap((part) => (part['text'] as string | undefined) ?? []).join('\n'),
    images: parts.flatMap((part) => (typeof part['data'] === 'string' ? [`data:${String(part['mediaType'])};base64,${part['data']}`] : [])),
  };
}

function chatAnswer(action: Action): Json {
  const call = 'tool' in action && {
    id: action.id,
    type: 'function',
    function: { name: action.tool, arguments: typeof action.input === 'string' ? action.input : JSON.stringify(action.input) },
  };
  const message = { role: 'assistant', content: 'final' in action ? action.final : null, ...(call ? { tool_calls: [call] } : {}) };
  const choice = { index: 0, message, finish_reason: call ? 'tool_calls' : 'stop', logprobs: null };
  return { id: 'c1', object: 'chat.completion', created: 1, model: 'scripted', choices: [choice], usage: USAGE };
}

/** Responses: function_call_output items. */
function responsesReply(input: readonly Json[]): ToolReply | undefined {
  const last = input.findLastIndex(({ type }) => type === 'function_call');
  if (last < 0) return undefined;
  const outputs = input.slice(last + 1).filter(({ type }) => type === 'function_call_output');
  const parts = outputs.flatMap(({ output }) => (typeof output === 'string' ? [{ type: 'input_text', text: output }] : list(output)));
  return {
    text: parts.flatMap((part) => ((part as Json)['text'] as string | undefined) ?? []).join('\n'),
    images: parts.flatMap((part) => ((part as Json)['image_url'] as string | undefined) ?? []),
  };
}

function responsesAnswer(action: Action): Json {
  const item =
    'tool' in action
      ? {
          type: 'function_call',
          id: `fc_${action.id}`,
          call_id: action.id,
          name: action.tool,
          arguments: JSON.stringify(action.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: action.final, annotations: [] }],
        };
  return { id: 'r1', object: 'response', created_at: 1, model: 'scripted', status: 'completed', output: [item] };
}

/** Anthropic: tool_result blocks of the last user message. */
function messagesReply(messages: readonly Json[]): ToolReply | undefined {
  const last = messages.at(-1);
  const results = list(last?.['content']).filter(({ type }) => type === 'tool_result');
  if (results.length === 0) return undefined;
  const blocks = results.flatMap(({ content }) => list(content));
  return {
    text: blocks.flatMap((block) => (block['text'] as string | undefined) ?? []).join('\n'),
    images: blocks.flatMap((block) => {
      const source = block['source'] as { media_type: string; data: string } | undefined;
      return source ? [`data:${source.media_type};base64,${source.data}`] : [];
    }),
  };
}

function messagesAnswer(action: Action): Json {
  const block =
    'tool' in action ? { type: 'tool_use', id: action.id, name: action.tool, input: action.input } : { type: 'text', text: action.final };
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [block],
    stop_reason: 'tool' in action ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

async function answer(model: ScriptedModel, path: string, body: Json): Promise<Json | undefined> {
  if (path.endsWith('/chat/completions')) return chatAnswer(await model.turn(chatReply(list(body['messages']))));
  if (path.endsWith('/responses')) return responsesAnswer(await model.turn(responsesReply(list(body['input']))));
  if (path.endsWith('/messages')) return messagesAnswer(await model.turn(messagesReply(list(body['messages']))));
  return undefined;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a model at `/v1/chat/completions`, `/v1/responses` and `/v1/messages`. */
export async function serveModel(model: ScriptedModel): Promise<ModelServer> {
  const server: Server = createServer((request, response) => {
    const run = async () => {
      const body = await bodyOf(request);
      model.requests.push(body);
      const said = await answer(model, request.url ?? '', body);
      response.writeHead(said ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(said ?? { error: 'not found' }));
    };
    run().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
