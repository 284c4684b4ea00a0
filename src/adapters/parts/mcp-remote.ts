/** One remote tool as a tool of ours. Everything the server says of it is a claim: it may inform a model, it never loosens a rule. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { z } from 'zod';
import { type AnyTool, defineTool } from '../../registry/define-tool.js';
import { SdkError } from '../../shared/errors.js';
import type { ContentBlock } from '../../shared/results.js';

export interface RemoteServer {
  readonly client: Client;
  readonly serverId: string;
  /** Origin, or the command that was started. */
  readonly endpoint: string;
  readonly validator: jsonSchemaValidator;
}

const MAX_DESCRIPTION = 2_000;
/** Ms a remote tool may take. */
const CALL_MS = 60_000;
/** Control and bidi characters hide text from people that a model reads. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const plain = (text: string, max: number): string => text.replace(UNSAFE, ' ').trim().slice(0, max);

/** `Get-Issue.v2` becomes `get_issue_v2`. */
export function remoteName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
}

/** Texts of a schema are claims too, and as long as a server likes. */
function plainSchema(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plain(value, MAX_DESCRIPTION);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 32) return {};
  if (Array.isArray(value)) return value.map((inner) => plainSchema(inner, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainSchema(inner, depth + 1)]));
}

/**
 * The tool, ready to be registered.
 * @throws TypeError when its schema cannot be used
 */
export function remoteTool(server: RemoteServer, tool: Tool, name: string): AnyTool {
  const { serverId, endpoint } = server;
  const check = server.validator.getValidator(tool.inputSchema as JsonSchemaType);
  const words = plain(tool.description ?? '', MAX_DESCRIPTION);
  const title = plain(tool.title ?? tool.annotations?.title ?? '', 100) || tool.name.slice(0, 100);
  return defineTool({
    name,
    title,
    description: `Tool ${JSON.stringify(plain(tool.name, 100))} of the remote server ${serverId}, which says of it: ${words || 'nothing'}`,
    level: 'mcp',
    effects: 'write',
    capability: 'mcp',
    egress: true,
    recovery: 'never-retry',
    trust: 'untrusted',
    provenance: 'mcp',
    binding: { kind: 'mcp', id: tool.name, serverId, ...(endpoint === '' ? {} : { endpoint }) },
    usesTab: false,
    timeoutMs: () => CALL_MS,
    inputSchema: plainSchema(tool.inputSchema) as Readonly<Record<string, unknown>>,
    input: z.looseObject({}).check((context) => {
      const checked = check(context.value);
      if (checked.valid) return;
      const message = `does not fit the schema of the server: ${plain(checked.errorMessage ?? '', 500)}`;
      context.issues.push({ code: 'custom', message, input: context.value });
    }),
    target: () => (/^https?:/.test(endpoint) ? { url: endpoint } : {}),
    async execute(input, context) {
      context.recheck(undefined);
      context.dispatching();
      const result = (await server.client.callTool({ name: tool.name, arguments: input }, undefined, {
        signal: context.signal,
        timeout: CALL_MS,
        resetTimeoutOnProgress: true,
        onprogress: (progress) => context.progress(progress),
      })) as CallToolResult;
      const content = (result.content ?? []).map(blockOf);
      if (result.isError) throw refusal(serverId, tool.name, content);
      return {
        data: { content: result.content, ...(result.structuredContent ? { structuredContent: result.structuredContent } : {}) },
        content,
      };
    },
  });
}

function refusal(serverId: string, name: string, content: readonly ContentBlock[]): SdkError {
  const said = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return new SdkError('http_error', `${name} of ${serverId} answered with an error: ${said || '(no words)'}`, {
    phase: 'dispatch',
    retryable: false,
    hint: 'Read what the remote tool says. It may have had effects: find out before you repeat anything.',
  });
}

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Text and pictures as they are, anything else in words. */
function blockOf(block: CallToolResult['content'][number]): ContentBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return IMAGES.has(block.mimeType)
        ? { type: 'image', data: block.data, mimeType: block.mimeType }
        : { type: 'text', text: `[a picture of type ${block.mimeType}, not shown]` };
    case 'resource':
      return { type: 'text', text: 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]` };
    case 'resource_link':
      return { type: 'text', text: `[resource ${block.name}: ${block.uri}]` };
    default:
      return { type: 'text', text: `[${block.type}, not shown]` };
  }
}
