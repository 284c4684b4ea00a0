/** AI SDK: a tool set for `generateText`, `streamText` and agents. The package `ai` is loaded when it is used. */
import type { ToolSet } from 'ai';
import { SdkError } from '../shared/errors.js';
import type { ToolResult } from '../shared/results.js';
import { type ToolHost, textOf, type ViewOptions, viewOf } from './parts/host.js';

export type { ToolHost, ViewOptions } from './parts/host.js';

/** What a model is told of a result. */
type ModelOutput =
  | { type: 'text' | 'error-text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'image-data' | 'media'; data: string; mediaType: string })[];
    };

/**
 * The tools of a session, as they are now. Calls that a model makes at once run one after the other, in their order: a click after what was typed.
 * @param host a session
 * @throws SdkError not_configured when the package `ai` is not installed
 * @example
 * await generateText({ model, tools: await aiSdkTools(session), stopWhen: stepCountIs(50), prompt });
 */
export async function aiSdkTools(host: ToolHost, options: ViewOptions = {}): Promise<ToolSet> {
  const { dynamicTool, jsonSchema } = await loadAi();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run);
    // callUnknown rejects for errors of the host alone; they belong to the call that made them.
    last = next.catch(() => undefined);
    return next;
  };
  return Object.fromEntries(
    viewOf(host, options).map(({ name, title, description, inputSchema }) => [
      name,
      dynamicTool({
        title,
        description,
        inputSchema: jsonSchema(structuredClone(inputSchema) as Parameters<typeof jsonSchema>[0]),
        execute: (input, { abortSignal, toolCallId }) =>
          inTurn(() => host.callUnknown(name, input, { signal: abortSignal, callId: toolCallId || undefined })),
        toModelOutput: toModelOutput as never,
      }),
    ]),
  );
}

/**
 * What the model is told of a result. AI SDK 5 gives the output itself, 6 puts it in an object and has its own kind of picture.
 * @param given the output of a tool, or an object with it
 */
export function toModelOutput(given: ToolResult | { readonly output: unknown }): ModelOutput {
  const isBare = !('output' in given);
  const { ok, content } = (isBare ? given : given.output) as ToolResult;
  if (!ok) return { type: 'error-text', value: textOf(content) };
  if (content.every((block) => block.type === 'text')) return { type: 'text', value: textOf(content) };
  return {
    type: 'content',
    value: content.map((block) =>
      block.type === 'text'
        ? { type: 'text', text: block.text }
        : { type: isBare ? 'media' : 'image-data', data: block.data, mediaType: block.mimeType },
    ),
  };
}

async function loadAi(): Promise<Pick<typeof import('ai'), 'dynamicTool' | 'jsonSchema'>> {
  try {
    return await import('ai');
  } catch (cause) {
    throw new SdkError('not_configured', 'aiSdkTools needs the package ai, version 5 or newer.', {
      phase: 'validate',
      hint: 'Install it: npm install ai.',
      cause,
    });
  }
}
