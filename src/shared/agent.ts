/** What the tools of an agent use beside pages: searching, summarising, tasks, sub-agents, files. */
import type { ToolResult } from './results.js';
import type { WorkspacePort } from './workspace-port.js';

// ---------------------------------------------------------------- search

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}
export interface SearchPort {
  /** Where a query goes: what the gate judges. undefined where the host searches by itself. */
  url(query: string): string | undefined;
  /** Best first. @throws SdkError not_configured, provider_failed, http_error, timeout, aborted */
  search(query: string, maxResults: number, signal: AbortSignal): Promise<readonly SearchHit[]>;
}

// ---------------------------------------------------------------- summaries

export interface SummariseRequest {
  /** Text of a page: untrusted, whatever it says. */
  readonly text: string;
  /** What the model wants to know of it. */
  readonly prompt: string;
  readonly url: string;
}
/** Gives the answer to `prompt` from the text. */
export type Summarise = (request: SummariseRequest, signal: AbortSignal) => string | Promise<string>;

// ---------------------------------------------------------------- tasks

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description?: string;
  readonly status: (typeof TASK_STATUSES)[number];
}
export interface TaskPort {
  create(subject: string, description: string | undefined): Task;
  /** @throws SdkError not_found */
  update(id: string, change: Partial<Omit<Task, 'id'>>): Task;
  list(): readonly Task[];
}

// ---------------------------------------------------------------- sub-agents

export const SUB_AGENT_TYPES = ['researcher', 'page_operator', 'general'] as const;
export type SubAgentType = (typeof SUB_AGENT_TYPES)[number];

/** A tool of a sub-agent, for the list a model gets. */
export interface SubAgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}
/** What a host needs to run a sub-agent: a fresh conversation, these tools, and nothing of its parent's. */
export interface SubAgentRun {
  readonly agentId: string;
  readonly type: SubAgentType;
  readonly description: string;
  /** The task, with the tab it is about. */
  readonly prompt: string;
  readonly tabId?: number;
  readonly tools: readonly SubAgentTool[];
  /** Calls one of the tools. Never throws for what can happen to a call. */
  call(name: string, input: unknown, options?: { readonly callId?: string | undefined }): Promise<ToolResult>;
  /** Tells whoever follows the parent. */
  emit(value: unknown): void;
  /** What is told if the time is over before there is a result. */
  partial(text: string): void;
}
/** The loop of a host: gives the result in words. Ends soon when the signal aborts. */
export type SubAgents = (run: SubAgentRun, signal: AbortSignal) => string | Promise<string>;

export interface SubAgentRequest {
  readonly callId: string;
  readonly prompt: string;
  readonly description: string;
  readonly type: SubAgentType;
  readonly tabId: number | undefined;
}
export interface SubAgentResult {
  readonly agent_id: string;
  readonly type: SubAgentType;
  readonly description: string;
  readonly result: string;
  readonly timed_out: boolean;
}

export interface AgentPort {
  readonly search: SearchPort;
  /** @throws SdkError not_configured, provider_failed */
  summarise(request: SummariseRequest, signal: AbortSignal): Promise<string>;
  readonly tasks: TaskPort;
  /** @throws SdkError not_configured, provider_failed, tab_leased, tab_closed */
  start(request: SubAgentRequest, signal: AbortSignal): Promise<SubAgentResult>;
  /** @throws SdkError not_configured */
  readonly workspace: WorkspacePort;
}
