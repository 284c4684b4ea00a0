/** What the tools of an agent use beside pages: searching, summarising, tasks, sub-agents, files. */
import type { ToolResult } from './results.js';

// ---------------------------------------------------------------- search

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

// ---------------------------------------------------------------- summaries

export interface SummariseRequest {
  /** Text of a page: untrusted, whatever it says. */
  readonly text: string;
  /** What the model wants to know of it. */
  readonly prompt: string;
  readonly url: string;
}

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
