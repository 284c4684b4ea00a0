/** A tool: one frozen object in one file, from which schemas, docs, permissions and recovery derive. */
import type { z } from 'zod';
import type { ActionContext } from '../actions/context.js';
import type { FailureCode } from '../shared/failures.js';
import type { ActionEvidence, ContentBlock, Details, Provenance, Trust } from '../shared/results.js';

export type Level = 'L0' | 'L1' | 'L2' | 'builtin' | 'interaction' | 'mcp';
export type Capability =
  | 'read'
  | 'navigate'
  | 'organize'
  | 'click'
  | 'fill'
  | 'eval_page'
  | 'download'
  | 'upload'
  | 'interact'
  | 'memory'
  | 'fetch'
  | 'files'
  | 'ask'
  | 'agents'
  | 'mcp';
export type Recovery = 'retry-safe' | 'inspect-first' | 'never-retry';
/** What the session must be able to do for the tool to be listed. */
export type Requirement = 'cdp' | 'headed' | 'vision' | 'search' | 'summarise' | 'bookmarks' | 'sub_agents';

/** One step of a call that does several things as one: the gate holds it against the rules for the tool it stands for. */
export interface PartSpec {
  readonly tool: string;
  readonly capability: Capability;
  readonly ref: string;
  readonly element?: string;
  readonly text?: string;
  readonly secret?: string;
}

/** What the gate is told a call is about; everything else it computes. */
export interface TargetSpec {
  /** The tab, where the input names it by another field than `tabId`. */
  readonly tabId?: number;
  /** Tab the call works on; `active`: the visible one; `none`: this call needs none. Default: `tabId` of the input, the tab of the ref, the default tab. */
  readonly tab?: number | 'active' | 'none' | undefined;
  /** What this call is held to instead of what its tool can do at most. */
  readonly judgedAs?: Pick<ToolDefinition, 'capability' | 'effects'>;
  /** Refs the call acts on, in order. */
  readonly refs?: readonly string[];
  /** The model's words for the target. */
  readonly element?: string;
  /** Destination of a navigation, fetch or download. */
  readonly url?: string;
  /** Further destinations, where the call has several; they count like `url`. */
  readonly urls?: readonly string[];
  /** Coordinates in CSS px of the viewport where something is pressed; what lies there is judged like a ref. */
  readonly point?: { readonly x: number; readonly y: number };
  /** Coordinates where something is dropped; judged alike. */
  readonly dropPoint?: { readonly x: number; readonly y: number };
  /** Files that would be given to the page. */
  readonly files?: readonly string[];
  /** Steps, where the call has several. */
  readonly parts?: readonly PartSpec[];
  /** Text that would be entered. */
  readonly text?: string;
  readonly key?: string;
  /** True when the call would also submit the form of its target. */
  readonly submits?: boolean;
  /** Name of a configured secret that would be entered instead of `text`. */
  readonly secret?: string;
}

/** What a tool may look up to say what a call is about. */
export type TargetLookup = Pick<ActionContext, 'browser' | 'mayShow' | 'sessionId' | 'content' | 'agent'>;

export interface ToolOutput<Data> {
  readonly data: Data;
  /** For the model. */
  readonly content: readonly ContentBlock[];
  /** For a user interface only. */
  readonly details?: Details;
  readonly evidence?: ActionEvidence;
  readonly tabId?: number;
}

export interface ToolDefinition<Name extends string = string, In extends z.ZodObject = z.ZodObject, Data = unknown> {
  readonly name: Name;
  readonly title: string;
  /** For the model: what it does, when to use it. Sentences with a full stop. */
  readonly description: string;
  readonly level: Level;
  readonly effects: 'read' | 'write';
  readonly capability: Capability;
  /** True when data leaves the page (URL fetched, download, navigation): gated by destination even when it reads. */
  readonly egress?: boolean;
  /** Default: read -> retry-safe, write -> never-retry. */
  readonly recovery?: Recovery;
  /** Default: builtin -> trusted, else untrusted. */
  readonly trust?: Trust;
  /** Default: mcp -> mcp, builtin -> tool, else page. */
  readonly provenance?: Provenance;
  readonly binding?: { readonly kind: 'local' | 'mcp'; readonly id: string; readonly serverId?: string; readonly endpoint?: string };
  readonly requires?: readonly Requirement[];
  /** True when the call works on a tab (and takes `tabId`). Default true for L0..L2. */
  readonly usesTab?: boolean;
  /** What to do next after a failure, where the usual words do not fit the tool. */
  readonly hints?: Readonly<Partial<Record<FailureCode, string>>>;
  /** Own deadline in ms instead of `timeouts.call`. */
  readonly timeoutMs?: (input: z.output<In>, timeouts: ActionContext['settings']['timeouts']) => number;
  readonly input: In;
  /** A schema that is there already, for a tool that comes from elsewhere; `input` then only checks. Default: derived from `input`. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** What the call is about, before anything runs. `lookup` knows what an input may only name. */
  readonly target?: (input: z.output<In>, lookup: TargetLookup) => TargetSpec;
  execute(input: z.output<In>, context: ActionContext): Promise<ToolOutput<Data>>;
}

/**
 * Declares a tool. An identity function that freezes and infers.
 * @example
 * export const hover = defineTool({ name: 'hover', ..., input: z.strictObject({ ref: refField }), execute: (input, context) => act(context, input) });
 */
export function defineTool<const Name extends string, In extends z.ZodObject, Data>(
  definition: ToolDefinition<Name, In, Data>,
): Readonly<ToolDefinition<Name, In, Data>> {
  return Object.freeze(definition);
}

// biome-ignore lint/suspicious/noExplicitAny: the one variance seam: a handler takes the output of its own schema.
export type AnyTool = Readonly<ToolDefinition<string, z.ZodObject, any>>;
