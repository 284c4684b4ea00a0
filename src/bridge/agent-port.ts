/** What the tools of an agent use beside pages, and what a host lends them. */
import type { SearchHit, SubAgentRequest, SubAgentResult, SubAgentRun, SummariseRequest, TaskPort } from '../shared/agent.js';
import type { WorkspacePort } from './workspace-port.js';

export interface SearchPort {
  /** Where a query goes: what the gate judges. undefined where the host searches by itself. */
  url(query: string): string | undefined;
  /** Best first. @throws SdkError not_configured, provider_failed, http_error, timeout, aborted */
  search(query: string, maxResults: number, signal: AbortSignal): Promise<readonly SearchHit[]>;
}

/** Gives the answer to `prompt` from the text. */
export type Summarise = (request: SummariseRequest, signal: AbortSignal) => string | Promise<string>;

/** The loop of a host: gives the result in words. Ends soon when the signal aborts. */
export type SubAgents = (run: SubAgentRun, signal: AbortSignal) => string | Promise<string>;

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
