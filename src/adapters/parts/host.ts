/** What an adapter needs of a session, so that it can also be given something that stands before one. */
import type { CallOptions } from '../../registry/call.js';
import type { ToolDescriptor } from '../../registry/descriptor.js';
import type { SessionEvents } from '../../registry/events.js';
import type { ListOptions } from '../../registry/registry.js';
import type { ContentBlock, ToolResult } from '../../shared/results.js';

/** A session, as adapters see it. */
export interface ToolHost {
  readonly registry: {
    /** Frozen descriptors, in stable order. */
    list(options?: ListOptions): readonly ToolDescriptor[];
    /** Calls `listener` after every change; returns what takes it off. */
    onChange(listener: () => void): () => void;
  };
  readonly events: Pick<SessionEvents, 'on'>;
  /** Runs a tool; never throws for what can happen to a call. */
  callUnknown(name: string, input: unknown, options?: CallOptions): Promise<ToolResult>;
}

/** Which tools are shown. */
export interface ViewOptions extends ListOptions {
  /** Only tools of these names. Default: all. */
  readonly names?: readonly string[];
}

/** The tools of a view. */
export function viewOf(host: Pick<ToolHost, 'registry'>, { names, ...options }: ViewOptions = {}): readonly ToolDescriptor[] {
  const tools = host.registry.list(options);
  return names ? tools.filter((tool) => names.includes(tool.name)) : tools;
}

/** All text of a result, blocks parted by a line break. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The pictures of a result. */
export function imagesOf(content: readonly ContentBlock[]): readonly Extract<ContentBlock, { type: 'image' }>[] {
  return content.filter((block) => block.type === 'image');
}

export const dataUrl = ({ mimeType, data }: { readonly mimeType: string; readonly data: string }): string =>
  `data:${mimeType};base64,${data}`;

/** Input a model wrote as JSON text; what is no JSON stays text, and the tool refuses it in words that help. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
