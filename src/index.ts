/** The public API of `surehand`: a hand-written list. */
export type { CallOptions } from './registry/call.js';
export type { AnyTool, Capability, Level, Recovery, Requirement, TargetSpec, ToolDefinition, ToolOutput } from './registry/define-tool.js';
export { defineTool } from './registry/define-tool.js';
export type { ToolDescriptor } from './registry/descriptor.js';
export type { EventOf, SessionEvents } from './registry/events.js';
export type { InputSchema } from './registry/json-schema.js';
export type { ListOptions, RegisterOptions, RegistrySnapshot } from './registry/registry.js';
export { ToolRegistry } from './registry/registry.js';
export type {
  ApprovalAnswer,
  ApprovalRequest,
  BrowserProviders,
  BrowserState,
  BrowserStateControl,
  Capabilities,
  Decision,
  Description,
  ExplainedCall,
  Explanation,
  GateAnswer,
  GateControl,
  GateFacts,
  GateHooks,
  GatekeeperOptions,
  GateRequest,
  Grant,
  ListProvider,
  OnApproval,
  Policy,
  Rule,
  SessionOptions,
  SessionTools,
  ToolData,
  ToolInput,
  ToolName,
  TurnOptions,
  Verdict,
} from './session.js';
export { Session } from './session.js';
export type {
  BookmarkEntry,
  ClosedEntry,
  GroupColor,
  HistoryEntry,
  HistoryQuery,
  SiteEntry,
  TabGroup,
  TabMemory,
} from './shared/browser-data.js';
export { SdkError } from './shared/errors.js';
export type { SessionEvent, SessionEventType, TabEvent, TabLogEntry } from './shared/events.js';
export type { FailureCode, Phase, ToolFailure } from './shared/failures.js';
export { failures } from './shared/failures.js';
export type {
  ActionData,
  ActionEvidence,
  ContentBlock,
  Details,
  Effect,
  Provenance,
  ToolFailed,
  ToolResult,
  ToolSuccess,
  Trust,
} from './shared/results.js';
export type { Coverage, SnapshotNode, States } from './shared/snapshot.js';
export { browserTools } from './tools/index.js';
