/** Whole loops over the real client packages of three providers. */

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, stepCountIs } from 'ai';
import OpenAI from 'openai';
import type { BrowserContext } from 'playwright-core';
import { aiSdkTools } from '../../src/adapters/ai-sdk.js';
import { anthropicTools, runAnthropicToolUses } from '../../src/adapters/anthropic.js';
import { chatTools, responsesTools, runChatToolCalls, runResponsesToolCalls } from '../../src/adapters/openai.js';
import { serveModel } from '../support/model-server.js';
import { expect } from '../support/test.js';
import { openStage, type Stage } from './shop.js';

const MAX_STEPS = 200;
const PROMPT = 'Buy two rain jackets and a flask.';

/** A loop: it gets the address of the provider and a session, and answers the model's closing words. */
export type Loop = (url: string, stage: Stage) => Promise<string>;

export const aiSdk: Loop = async (url, { session }) => {
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${url}/v1`, apiKey: 'none' });
  const { text } = await generateText({
    model: provider('scripted'),
    tools: await aiSdkTools(session),
    stopWhen: stepCountIs(MAX_STEPS),
    prompt: PROMPT,
  });
  return text;
};

export const chat =
  (strict: boolean): Loop =>
  async (url, { session }) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: PROMPT }];
    const tools = chatTools(session, { strict });
    for (let step = 0; step < MAX_STEPS; step++) {
      const { choices } = await client.chat.completions.create({ model: 'scripted', messages, tools });
      const message = choices[0]!.message;
      if (!message.tool_calls) return message.content ?? '';
      messages.push(message, ...(await runChatToolCalls(session, message.tool_calls, { strict })));
    }
    return 'never ended';
  };

export const responses: Loop = async (url, { session }) => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: PROMPT }];
  const tools = responsesTools(session, { strict: true });
  for (let step = 0; step < MAX_STEPS; step++) {
    const response = await client.responses.create({ model: 'scripted', input, tools });
    const results = await runResponsesToolCalls(session, response.output, { strict: true });
    if (results.length === 0) return response.output_text;
    input.push(...(response.output as OpenAI.Responses.ResponseInput), ...results);
  }
  return 'never ended';
};

export const anthropic: Loop = async (url, { session }) => {
  const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: PROMPT }];
  const tools = anthropicTools(session, { cache: true });
  for (let step = 0; step < MAX_STEPS; step++) {
    const message = await client.messages.create({ model: 'scripted', max_tokens: 1000, messages, tools });
    const results = await runAnthropicToolUses(session, message.content);
    if (results.length === 0) return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
  }
  return 'never ended';
};

/** Lets the model shop through a loop, and checks what it bought. */
export async function shopBy(loop: Loop, context: BrowserContext): Promise<void> {
  const stage = await openStage(context);
  const server = await serveModel(stage.model);
  try {
    const words = await loop(server.url, stage);
    expect(stage.verify()).toMatchObject({ number: 'TT-1001' });
    expect(words).toBe('The order is placed.');
    // One ref that no longer held and one denial are part of the story; both reached the model as what they are.
    expect(stage.calls.filter(({ ok }) => !ok).map(({ code }) => code)).toEqual(['stale_ref', 'denied']);
  } finally {
    await server.close();
    await stage.close();
  }
}
