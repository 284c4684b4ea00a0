/** The public API of `surehand`: a hand-written list. */
export type { CallOptions } from './registry/call.js';
export type { AnyTool, Capability, Level, Recovery, Requirement, TargetSpec, ToolDefinition, ToolOutput } from './registry/define-tool.js';
export { defineTool } from './registry/define-tool.js';
export type { ToolDescriptor } from './registry/descriptor.js';
export type { EventOf, SessionEvents } from './registry/events.js';
export type { InputSchema } from './registry/json-schema.js';
export type { GuardAdvice, GuardedCall, LoopGuard, TokenBudget } from './registry/loop-guards.js';
export { allGuards, failuresInARow, repeatedCalls, stepBudget, tokenBudget } from './registry/loop-guards.js';
export type { ListOptions, RegisterOptions, RegistrySnapshot } from './registry/registry.js';
export { ToolRegistry } from './registry/registry.js';
export type {
  ApprovalAnswer,
  ApprovalRequest,
  BrowserProviders,
  BrowserState,
  BrowserStateControl,
  CallState,
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
  InteractionControl,
  InteractionOptions,
  ListProvider,
  OnApproval,
  Policy,
  RecoveryReport,
  Rule,
  SessionOptions,
  SessionTools,
  Settlement,
  ToolData,
  ToolInput,
  ToolName,
  TurnOptions,
  UnfinishedCall,
  Verdict,
} from './session.js';
export { fileStore, jsonState, memoryStore, Session } from './session.js';
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
export type { Interaction, InteractionData, InteractionKind, InteractionStatus } from './shared/interactions.js';
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
export type { JournalRead, JournalStore, SessionStore, StateStore } from './shared/stores.js';
export { browserKitTools, browserTools } from './tools/index.js';
