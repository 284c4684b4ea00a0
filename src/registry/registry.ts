/** The ToolRegistry: which tools there are, and what a session that can do so much shows of them. */
import { createHash } from 'node:crypto';
import { SdkError } from '../shared/errors.js';
import { closestNames } from './closest.js';
import type { AnyTool, Level, Requirement } from './define-tool.js';
import { describeTool, identityOf, type RegisteredTool, type ToolDescriptor } from './descriptor.js';

export interface RegistrySnapshot {
  /** Grows by one with every register and unregister. */
  readonly generation: number;
  /** Changes when any listed descriptor changes. */
  readonly digest: string;
  readonly tools: readonly ToolDescriptor[];
}
export interface ListOptions {
  /** Only tools of these levels. */
  readonly levels?: readonly Level[];
  /** Only tools of these toolsets. */
  readonly toolsets?: readonly string[];
}
export interface RegisterOptions {
  /** Put before the tool's name, for example to tell two toolsets apart. */
  readonly prefix?: string;
  /** The set the tool belongs to, for views. Default: none. */
  readonly toolset?: string;
}

export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredTool>();
  readonly #can: (requirement: Requirement) => boolean;
  readonly #listeners = new Set<() => void>();
  #generation = 0;
  #snapshot: RegistrySnapshot | undefined;

  /** @param can which requirements are met; tools with an unmet one are not listed */
  constructor(can: (requirement: Requirement) => boolean = () => true) {
    this.#can = can;
  }

  /** Grows by one with every register and unregister. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Adds a tool.
   * @throws SdkError already_exists, with both identities, when the name is taken
   * @throws TypeError when the definition breaks a rule
   */
  register(tool: AnyTool, options: RegisterOptions = {}): ToolDescriptor {
    const added = describeTool(tool, options.prefix, options.toolset);
    const { name } = added.descriptor;
    const there = this.#tools.get(name);
    if (there) {
      const identities = { registered: identityOf(there.descriptor), added: identityOf(added.descriptor) };
      throw new SdkError(
        'already_exists',
        `There is a tool ${name} already (${identities.registered}); the one to add is ${identities.added}. Unregister it first, or give a prefix.`,
        { phase: 'validate', details: { name, ...identities } },
      );
    }
    this.#tools.set(name, added);
    this.#changed();
    return added.descriptor;
  }

  /** Takes a tool out. @returns false when there was none of that name */
  unregister(name: string): boolean {
    const isThere = this.#tools.delete(name);
    if (isThere) this.#changed();
    return isThere;
  }

  /** The descriptor of a tool this session can use. */
  get(name: string): ToolDescriptor | undefined {
    const tool = this.#tools.get(name);
    return tool && this.#usable(tool) ? tool.descriptor : undefined;
  }

  /** The tool of a name as it is registered now, usable or not. */
  registered(name: string): RegisteredTool | undefined {
    return this.#tools.get(name);
  }

  /** Frozen descriptors of the tools this session can use, in the order they were registered. */
  list({ levels, toolsets }: ListOptions = {}): readonly ToolDescriptor[] {
    const { tools } = this.snapshot();
    if (!levels && !toolsets) return tools;
    const isWanted = ({ level, toolset }: ToolDescriptor): boolean =>
      (!levels || levels.includes(level)) && (!toolsets || (toolset !== undefined && toolsets.includes(toolset)));
    return Object.freeze(tools.filter(isWanted));
  }

  /**
   * Calls `listener` after every change: a tool was added or taken out.
   * @returns a function that takes the listener off
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The list as it is now, with a generation and a digest, frozen. */
  snapshot(): RegistrySnapshot {
    this.#snapshot ??= this.#take();
    return this.#snapshot;
  }

  /**
   * The tool of a name, with what runs it.
   * @throws SdkError unknown_tool naming close names; unsupported or not_configured when this session cannot run it
   */
  find(name: string): RegisteredTool {
    const tool = this.#tools.get(name);
    if (!tool) throw this.#unknown(name);
    const missing = tool.descriptor.requires.find((requirement) => !this.#can(requirement));
    if (missing === undefined) return tool;
    const isBrowser = missing === 'cdp' || missing === 'headed' || missing === 'vision';
    throw new SdkError(isBrowser ? 'unsupported' : 'not_configured', `Tool ${name} needs ${missing}, which this session does not have.`, {
      phase: 'validate',
      details: { tool: name, missing },
    });
  }

  #unknown(name: string): SdkError {
    const names = this.list().map((tool) => tool.name);
    const close = closestNames(name, names);
    const shown = JSON.stringify(name.slice(0, 80));
    const advice = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `There are ${names.join(', ')}.`;
    return new SdkError('unknown_tool', `There is no tool ${shown}. ${advice}`, {
      phase: 'validate',
      details: { closest: close, available: names },
    });
  }

  #usable(tool: RegisteredTool): boolean {
    return tool.descriptor.requires.every((requirement) => this.#can(requirement));
  }

  #take(): RegistrySnapshot {
    const tools = Object.freeze([...this.#tools.values()].filter((tool) => this.#usable(tool)).map((tool) => tool.descriptor));
    const digest = createHash('sha256').update(JSON.stringify(tools)).digest('hex').slice(0, 16);
    return Object.freeze({ generation: this.#generation, digest, tools });
  }

  #changed(): void {
    this.#generation++;
    this.#snapshot = undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}
