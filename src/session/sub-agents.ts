/** Sub-agents: a view of a session with fewer tools, a list of tasks and a default tab of its own, run by the loop of the host. */

import type { SubAgents } from '../bridge/agent-port.js';
import { TaskList } from '../content/tasks.js';
import type { PipelineHost } from '../registry/call.js';
import type { EventBody } from '../registry/events.js';
import { runCall } from '../registry/pipeline.js';
import { ToolRegistry } from '../registry/registry.js';
import { raced, startTimer } from '../registry/stop.js';
import type { SubAgentRequest, SubAgentResult, SubAgentRun, SubAgentType } from '../shared/agent.js';
import { SdkError } from '../shared/errors.js';
import type { SubAgentEvent } from '../shared/events.js';
import { TabRouter } from '../tabs/router.js';

/** Ms a sub-agent has. */
const SUB_AGENT_MS = 600_000;
/** Sub-agents at a time. */
const MAX_RUNNING = 8;
const MAX_RESULT = 20_000;

type Descriptor = ReturnType<ToolRegistry['list']>[number];

/** Which sub-agent works on which tab: nobody else writes to it meanwhile. */
export class TabLeases {
  readonly #owners = new Map<number, string>();
  readonly running = new Set<string>();

  /** @throws SdkError tab_leased */
  take(tabId: number, agentId: string): void {
    this.check(tabId, agentId);
    this.#owners.set(tabId, agentId);
  }
  release(agentId: string): void {
    for (const [tabId, owner] of this.#owners) if (owner === agentId) this.#owners.delete(tabId);
  }
  /** @param agentId who wants to write; '' for the session itself @throws SdkError tab_leased */
  check(tabId: number, agentId: string): void {
    const owner = this.#owners.get(tabId);
    if (owner === undefined || owner === agentId) return;
    throw new SdkError('tab_leased', `Tab ${tabId} is being worked on by sub-agent ${owner}.`, {
      phase: 'resolve',
      details: { tabId, agentId: owner },
    });
  }
}

const READS: ReadonlySet<string> = new Set(['read', 'fetch', 'files']);
const PAGES: ReadonlySet<string> = new Set([
  'read',
  'navigate',
  'organize',
  'click',
  'fill',
  'eval_page',
  'upload',
  'download',
  'files',
  'interact',
]);

/** Nobody starts sub-agents of its own or speaks to the user; a researcher changes nothing. */
function isAllowed(type: SubAgentType, { capability, level, effects }: Descriptor): boolean {
  if (capability === 'agents' || capability === 'ask' || level === 'interaction') return false;
  if (type === 'general' || capability === 'memory') return true;
  return type === 'researcher' ? effects === 'read' && READS.has(capability) : PAGES.has(capability);
}

function toolsFor(type: SubAgentType, registry: ToolRegistry): ToolRegistry {
  const own = new ToolRegistry();
  for (const descriptor of registry.list()) {
    const tool = registry.registered(descriptor.name);
    if (!tool || !isAllowed(type, descriptor)) continue;
    const prefix = descriptor.name.slice(0, descriptor.name.length - tool.definition.name.length);
    own.register(tool.definition, { prefix, ...(descriptor.toolset === undefined ? {} : { toolset: descriptor.toolset }) });
  }
  return own;
}

export interface SubAgentParts {
  readonly host: PipelineHost;
  readonly leases: TabLeases;
  readonly provider: SubAgents | undefined;
}

/** @throws SdkError not_configured, quota_exceeded, tab_closed, tab_leased, provider_failed, or the signal's reason */
export async function startSubAgent(parts: SubAgentParts, request: SubAgentRequest, signal: AbortSignal): Promise<SubAgentResult> {
  const { host, leases, provider } = parts;
  if (!provider) throw new SdkError('not_configured', 'This session has nobody who runs sub-agents.', { phase: 'validate' });
  if (leases.running.size >= MAX_RUNNING)
    throw new SdkError('quota_exceeded', `${MAX_RUNNING} sub-agents are running, which is the most.`, {
      hint: 'Wait for one of them to end.',
    });
  const agentId = `agent_${host.random(10)}`;
  const tab = request.tabId === undefined ? undefined : host.router.target(request.tabId);
  if (tab) leases.take(tab.tabId, agentId);
  leases.running.add(agentId);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const tell = (event: SubAgentEvent): void =>
    host.events.emit({
      type: 'sub_agent_event',
      callId: request.callId,
      agentId,
      agentType: request.type,
      description: request.description,
      event: host.redactor.value(event),
    });
  let outcome: 'finished' | 'timed_out' | 'failed' = 'failed';
  try {
    tell({ type: 'started' });
    const result = await work({ parts, provider, request, agentId, tabId: tab?.tabId, stop, tell });
    outcome = result.timed_out ? 'timed_out' : 'finished';
    return result;
  } finally {
    signal.removeEventListener('abort', onAbort);
    leases.release(agentId);
    leases.running.delete(agentId);
    // Calls that are still under way, and those a loop makes after its end, come to nothing.
    stop.abort(new SdkError('aborted', 'The sub-agent has ended.'));
    tell({ type: 'done', outcome });
  }
}

interface Work {
  readonly parts: SubAgentParts;
  readonly provider: SubAgents;
  readonly request: SubAgentRequest;
  readonly agentId: string;
  readonly tabId: number | undefined;
  readonly stop: AbortController;
  readonly tell: (event: SubAgentEvent) => void;
}

async function work(task: Work): Promise<SubAgentResult> {
  const { parts, provider, request, agentId, tabId, stop, tell } = task;
  const { description, type, prompt } = request;
  const own = hostOf(task);
  let partial = '';
  const late = new SdkError('timeout', 'The time of the sub-agent was over.');
  const cancel = startTimer(parts.host.clock, () => stop.abort(late), SUB_AGENT_MS);
  const run: SubAgentRun = {
    agentId,
    type,
    description,
    prompt: tabId === undefined ? prompt : `Work on the tab with tab_id ${tabId}.\n\n${prompt}`,
    ...(tabId === undefined ? {} : { tabId }),
    tools: own.registry
      .list()
      .map(({ name, description: words, inputSchema }) => ({ name, description: words, inputSchema: { ...inputSchema } })),
    call: (name, input, options = {}) => runCall(own, name, input, { signal: stop.signal, callId: options.callId }),
    emit: (value) => tell({ type: 'message', value }),
    partial: (text) => {
      partial = text;
    },
  };
  const facts = { agent_id: agentId, type, description };
  try {
    const answer: unknown = await raced(
      Promise.resolve().then(() => provider(run, stop.signal)),
      stop.signal,
    );
    if (typeof answer !== 'string') throw new SdkError('provider_failed', 'The provider subAgents of the host gave no text.');
    return { ...facts, result: answer.trim() === '' ? '(The sub-agent gave no text.)' : answer.slice(0, MAX_RESULT), timed_out: false };
  } catch (error) {
    if (error === late) {
      const said = partial === '' ? '' : `${partial.slice(0, MAX_RESULT)}\n\n`;
      return { ...facts, result: `${said}(The time of the sub-agent was over; this is not its end.)`, timed_out: true };
    }
    if (stop.signal.aborted) throw stop.signal.reason;
    if (SdkError.isInstance(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SdkError('provider_failed', `The provider subAgents of the host failed: ${why}`, { cause: error });
  } finally {
    cancel();
  }
}

/** The session as its sub-agent sees it. */
function hostOf({ parts: { host, leases }, request, agentId, tabId, tell }: Work): PipelineHost & { readonly registry: ToolRegistry } {
  const first = tabId ?? host.router.defaultTabId();
  const emit = (event: EventBody): void => {
    host.events.emit(event);
    if (event.type === 'call_started') tell({ type: 'call_started', callId: event.callId, tool: event.tool });
    if (event.type === 'call_done') tell({ type: 'call_done', callId: event.callId, tool: event.tool, ok: event.ok });
  };
  return {
    ...host,
    registry: toolsFor(request.type, host.registry),
    router: new TabRouter(host.engine, first === undefined ? undefined : host.engine.byTabId(first)),
    events: { emit, sessionId: host.events.sessionId },
    agent: agentOf(host.agent),
    ...(tabId === undefined ? {} : { ownTabId: tabId }),
    mayWrite: (id) => leases.check(id, agentId),
  };
}

/** Its tasks are its own. The workspace is looked up when it is used: it may not be there. */
function agentOf(agent: PipelineHost['agent']): PipelineHost['agent'] {
  return {
    search: agent.search,
    summarise: (request, signal) => agent.summarise(request, signal),
    tasks: new TaskList(),
    start: (request, signal) => agent.start(request, signal),
    get workspace() {
      return agent.workspace;
    },
  };
}
