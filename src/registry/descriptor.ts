/** What a registered tool is to everybody but the pipeline: frozen data. */
import type { Provenance, Trust } from '../shared/results.js';
import type { AnyTool, Capability, Level, Recovery, Requirement } from './define-tool.js';
import { checkReadySchema, type InputSchema, toInputSchema } from './json-schema.js';

export interface ToolBinding {
  readonly kind: 'local' | 'mcp';
  readonly id: string;
  readonly serverId?: string;
  /** Where a remote tool is reached: an origin, or the command that was started. */
  readonly endpoint?: string;
}

/** A tool, as data: schemas of providers, approvals, docs and recovery derive from it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly effects: 'read' | 'write';
  readonly capability: Capability;
  readonly egress: boolean;
  readonly recovery: Recovery;
  readonly trust: Trust;
  readonly provenance: Provenance;
  readonly binding: ToolBinding;
  readonly requires: readonly Requirement[];
  readonly usesTab: boolean;
  /** The set it was registered with. */
  readonly toolset?: string;
  readonly inputSchema: InputSchema;
}

/** A descriptor with what runs it. */
export interface RegisteredTool {
  readonly descriptor: ToolDescriptor;
  readonly definition: AnyTool;
}

const NAME = /^[a-z][A-Za-z0-9_]{0,63}$/;
const PAGE_LEVELS: ReadonlySet<Level> = new Set<Level>(['L0', 'L1', 'L2']);

function provenanceOf(level: Level): Provenance {
  if (level === 'mcp') return 'mcp';
  return level === 'builtin' || level === 'interaction' ? 'tool' : 'page';
}

function checkDefinition(tool: AnyTool, name: string): void {
  if (!NAME.test(name))
    throw new TypeError(`${JSON.stringify(name)} is no tool name: begin with a to z and use letters, digits and _, at most 64 characters.`);
  for (const field of ['title', 'description'] as const)
    if (tool[field].trim() === '') throw new TypeError(`Tool ${name} needs a ${field}.`);
  const isMcp = tool.level === 'mcp';
  if (isMcp !== (tool.binding?.kind === 'mcp') || isMcp !== (tool.binding?.serverId !== undefined))
    throw new TypeError(`Tool ${name}: level mcp and a binding of kind mcp with a serverId go together, and only together.`);
}

/**
 * Completes a definition with its defaults.
 * @param prefix put before the name
 * @param toolset the set it belongs to
 * @throws TypeError when the definition breaks a rule (name, words, binding, schema)
 */
export function describeTool(tool: AnyTool, prefix = '', toolset?: string): RegisteredTool {
  const name = prefix + tool.name;
  checkDefinition(tool, name);
  const isTrusted = tool.level === 'builtin' || tool.level === 'interaction';
  const descriptor: ToolDescriptor = {
    name,
    title: tool.title,
    description: tool.description,
    level: tool.level,
    effects: tool.effects,
    capability: tool.capability,
    egress: tool.egress ?? false,
    recovery: tool.recovery ?? (tool.effects === 'read' ? 'retry-safe' : 'never-retry'),
    trust: tool.trust ?? (isTrusted ? 'trusted' : 'untrusted'),
    provenance: tool.provenance ?? provenanceOf(tool.level),
    binding: Object.freeze({ ...(tool.binding ?? { kind: 'local' as const, id: tool.name }) }),
    requires: Object.freeze([...(tool.requires ?? [])]),
    usesTab: tool.usesTab ?? PAGE_LEVELS.has(tool.level),
    ...(toolset === undefined ? {} : { toolset }),
    inputSchema: tool.inputSchema ? checkReadySchema(name, tool.inputSchema) : toInputSchema(name, tool.input),
  };
  return Object.freeze({ descriptor: Object.freeze(descriptor), definition: tool });
}

/** `L1/write/never-retry/local:click of browser`: what tells two tools of one name apart. */
export function identityOf({ level, effects, recovery, binding, toolset }: ToolDescriptor): string {
  const set = toolset === undefined ? '' : ` of ${toolset}`;
  return `${level}/${effects}/${recovery}/${binding.kind}:${binding.serverId === undefined ? '' : `${binding.serverId}/`}${binding.id}${set}`;
}
