/** The resources of toolset `browser-kit`: the same readings as its tools give, by address. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { ToolDescriptor } from '../../registry/descriptor.js';
import { type ToolHost, textOf } from './host.js';

const CONTEXT = 'bk:///context';
const TOOLSET = 'browser-kit';

/** Which tool reads what an address names, and its input. */
interface Reading {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const FORMS: readonly (readonly [form: RegExp, read: (parts: readonly string[]) => Reading])[] = [
  [/^context$/, () => ({ tool: 'getContext', input: {} })],
  [
    /^browsers\/([^/]+)\/tabs\/(\d{1,9})\/readable-text$/,
    ([browserId, tabId]) => ({ tool: 'getReadableText', input: { browserId, tabId } }),
  ],
  [
    /^browsers\/([^/]+)\/tabs\/(\d{1,9})\/readable-elements$/,
    ([browserId, tabId]) => ({ tool: 'getReadableElements', input: { browserId, tabId } }),
  ],
  [
    /^browsers\/([^/]+)\/tabs\/(\d{1,9})\/readable-element-html\/([^/]+)$/,
    ([browserId, tabId, readablePath]) => ({ tool: 'getReadableElementHtml', input: { browserId, tabId, readablePath } }),
  ],
  [
    /^snapshot-types\/([^/]+)\/snapshots\/([^/]+)\/pages\/(\d{1,6})$/,
    ([type, snapshotId, page]) => ({ tool: 'getSnapshotPage', input: { type, snapshotId, pageNumber: Number(page) } }),
  ],
];

/** @returns undefined for what is no address of ours */
export function readingOf(uri: string): Reading | undefined {
  if (!uri.startsWith('bk:///')) return undefined;
  const id = uri.slice('bk:///'.length);
  for (const [form, read] of FORMS) {
    const parts = form.exec(id)?.slice(1);
    if (parts) return read(parts.map(decoded));
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // What is no percent-encoding is meant as it stands; the tool says that there is no such thing.
  }
}

const TAB = 'bk:///browsers/{browserId}/tabs/{tabId}';
const TEMPLATES: readonly ResourceTemplate[] = [
  { uriTemplate: `${TAB}/readable-text`, name: 'readable-text', description: 'Text of a tab, page 1.' },
  { uriTemplate: `${TAB}/readable-elements`, name: 'readable-elements', description: 'What can be acted on in a tab, page 1.' },
  {
    uriTemplate: `${TAB}/readable-element-html/{readablePath}`,
    name: 'readable-element-html',
    description: 'Markup of one element, page 1.',
  },
  {
    uriTemplate: 'bk:///snapshot-types/{type}/snapshots/{snapshotId}/pages/{pageNumber}',
    name: 'snapshot-page',
    description: 'A further page of what was captured.',
  },
];

/** The registered name of a tool of the kit, which may have a prefix. */
const nameOf = (tools: readonly ToolDescriptor[], id: string): string | undefined =>
  tools.find(({ toolset, binding }) => toolset === TOOLSET && binding.id === id)?.name;

export const hasResources = (tools: readonly ToolDescriptor[]): boolean => nameOf(tools, 'getContext') !== undefined;

type McpTypes = typeof import('@modelcontextprotocol/sdk/types.js');

/**
 * Serves the resources. They go the way of the tools: through the gate, fenced, and only where the view shows the tool.
 * @param view the tools the client sees
 * @returns what ends it
 */
export function serveResources(server: Server, types: McpTypes, host: ToolHost, view: () => readonly ToolDescriptor[]): () => void {
  const { ErrorCode, McpError } = types;
  const subscribed = new Set<string>();
  const run = async ({ tool, input }: Reading, signal: AbortSignal) => {
    const name = nameOf(view(), tool);
    if (name === undefined) throw new McpError(ErrorCode.InvalidParams, `This client does not see the tool ${tool}.`);
    return host.callUnknown(name, input, { signal });
  };
  server.setRequestHandler(types.ListResourcesRequestSchema, async (_request, { signal }) => {
    const result = await run({ tool: 'getContext', input: {} }, signal);
    return { resources: [contextResource, ...(result.ok ? tabsOf(result.data).flatMap(tabResources) : [])] };
  });
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const reading = readingOf(uri);
    if (!reading) throw new McpError(ErrorCode.InvalidParams, `Unknown or malformed bk resource ID: ${JSON.stringify(uri.slice(0, 200))}.`);
    const result = await run(reading, signal);
    const text = textOf(result.content);
    if (!result.ok) throw new McpError(ErrorCode.InvalidParams, text);
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
  server.setRequestHandler(types.SubscribeRequestSchema, ({ params: { uri } }) => {
    if (subscribed.size < MAX_SUBSCRIBED) subscribed.add(uri);
    return {};
  });
  server.setRequestHandler(types.UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  return host.events.on('tab_event', ({ tabId, event }) => {
    // A client that went away needs no news.
    const ignore = (): void => undefined;
    const isSet = event.type === 'tab_created' || event.type === 'tab_closed';
    if (isSet) server.sendResourceListChanged().catch(ignore);
    if (!isSet && event.type !== 'navigated') return;
    for (const uri of subscribed) if (uri === CONTEXT || uri.includes(`/tabs/${tabId}/`)) server.sendResourceUpdated({ uri }).catch(ignore);
  });
}

const MAX_SUBSCRIBED = 1_000;
const contextResource: Resource = { uri: CONTEXT, name: 'context', description: 'The browser, its window and its tabs.' };

interface ListedTab {
  readonly id: string;
  readonly tabUri: string;
}

/** Tabs as getContext lists them. */
function tabsOf(data: unknown): readonly ListedTab[] {
  return (data as { readonly tabs: readonly ListedTab[] }).tabs;
}

/** No title: what a page calls itself is page text, and names of resources are not fenced. */
function tabResources({ id, tabUri }: ListedTab): Resource[] {
  return [
    { uri: `${tabUri}/readable-text`, name: `readable text of tab ${id}` },
    { uri: `${tabUri}/readable-elements`, name: `readable elements of tab ${id}` },
  ];
}
