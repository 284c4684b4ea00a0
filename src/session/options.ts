/** Options of Session.attach: their shape, their checks, their defaults. */
import { z } from 'zod';
import type { SessionSettings, SettlePreset, Timeouts } from '../actions/context.js';
import type { Clock, RandomId } from '../bridge/types.js';
import type { WorkspacePort } from '../bridge/workspace-port.js';
import { SEARCH_ENGINES, type SearchSettings } from '../content/search/search.js';
import type { GatekeeperOptions } from '../gatekeeper/types.js';
import type { SecretEntry } from '../registry/secrets.js';
import { describeIssues } from '../registry/validate.js';
import { SdkError } from '../shared/errors.js';
import { isOriginPattern } from '../shared/origins.js';
import type { SessionStore } from '../shared/stores.js';
import { providersSchema, type SessionProviders } from './providers.js';

export interface FetchSettings {
  /** Origins (patterns) that fetch_url may reach although they are at private addresses. Default: none. */
  readonly privateOrigins?: readonly string[];
  /** Bytes of a body, unpacked. Default 5,000,000. */
  readonly maxBytes?: number;
}

export const TOOLSET_NAMES = ['browser', 'agent', 'browser-kit'] as const;
export type ToolsetName = (typeof TOOLSET_NAMES)[number];

export interface SessionOptions {
  /** How input is dispatched. Default `trusted`: the browser's mouse and keyboard. */
  readonly input?: 'trusted' | 'synthetic';
  /** Where our code runs in a page. Default: `isolated` on Chromium, `main` elsewhere. */
  readonly world?: 'isolated' | 'main';
  /** `compact` prints short refs, unique in the session. Default `full`. */
  readonly refFormat?: 'full' | 'compact';
  /** How long an action waits for what it started. Default `balanced`. */
  readonly settle?: SettlePreset;
  /** True: a short-lived frame and label on what is acted on, for whoever watches. Snapshots, effects and pictures do not show it. Default false. */
  readonly visualize?: boolean;
  /** False: no timer probe in the page's own world during a call. Default true. */
  readonly probe?: boolean;
  /** Tokens of a snapshot, 200 to 6,000. Default 3,000. */
  readonly maxTokens?: number;
  /** Counts the tokens of a text. Default: an estimate. */
  readonly countTokens?: (text: string) => number;
  /** Deadlines in ms. Defaults: call 15,000, precheck 5,000, navigation 15,000, waitFor 30,000. */
  readonly timeouts?: Partial<Timeouts>;
  /** Values that `type` can enter by name. They are masked in everything that leaves the session. */
  readonly secrets?: Readonly<Record<string, string | SecretEntry>>;
  /**
   * Sets of tools to register. Default `['browser']`. Sets that share a name of a tool (`ask_user`) need a prefix for one of them, put before
   * all its names.
   */
  readonly toolsets?: readonly (ToolsetName | { readonly name: ToolsetName; readonly prefix?: string })[];
  /** Which engine web_search asks. Default: DuckDuckGo. */
  readonly search?: SearchSettings;
  /** Where the opfs tools keep files. */
  readonly workspace?: WorkspacePort;
  /** False: the model cannot see pictures, so `screenshot` is not listed. Default true. */
  readonly vision?: boolean;
  /** Folders from which files may be uploaded. */
  readonly roots?: readonly string[];
  /** What fetch_url may do. */
  readonly fetch?: FetchSettings;
  /** Time, for tests. */
  readonly clock?: Clock;
  /** Randomness, for tests: gives `length` characters of [a-z0-9]. */
  readonly random?: RandomId;
  readonly gatekeeper?: GatekeeperOptions;
  /** Data of the user's own browser: `history`, `bookmarks`, `topSites`, each a list or a function that gives one. Services for agents: `search`, `summarise`, `subAgents`. */
  readonly providers?: SessionProviders;
  /** What outlives the session: grants, rules of the user, interactions, the journal. See `fileStore`. Default: in memory. */
  readonly store?: SessionStore;
  /** Tools that wait for the user, a page or a time. */
  readonly interactions?: InteractionOptions;
}

export interface InteractionOptions {
  /** `suspend`: the call returns at once with an id, and the host goes on when it has ended. Default `wait`: the call waits. */
  readonly mode?: 'wait' | 'suspend';
}

/** Smallest and largest deadline, ms. */
const deadline = z.int().min(1).max(3_600_000).optional();
const functionOf = <F>() => z.custom<F>((value) => typeof value === 'function', 'must be a function');
const objectWith = <T>(...methods: string[]) =>
  z.custom<T>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
    `must be an object with ${methods.join(' and ')}`,
  );

const ruleSchema = z
  .strictObject({
    tool: z.string().min(1).optional(),
    capability: z
      .enum([
        'read',
        'navigate',
        'organize',
        'click',
        'fill',
        'eval_page',
        'download',
        'upload',
        'interact',
        'memory',
        'fetch',
        'files',
        'ask',
        'agents',
        'mcp',
      ])
      .optional(),
    origin: z.string().min(1).optional(),
    verdict: z.enum(['allow', 'ask', 'deny']),
    source: z.enum(['host', 'user', 'approval']).optional(),
    id: z.string().min(1).max(100).optional(),
  })
  .refine(({ tool, capability }) => (tool === undefined) !== (capability === undefined), 'needs either tool or capability');

const gatekeeperSchema = z.strictObject({
  policy: z.enum(['always', 'untrusted', 'auto']).optional(),
  rules: z.array(ruleSchema).optional(),
  removeDefaultRules: z.boolean().optional(),
  sensitiveOrigins: z.array(z.string()).optional(),
  allowedOrigins: z.array(z.string()).optional(),
  blockedOrigins: z.array(z.string()).optional(),
  hostAccess: z.array(z.string()).optional(),
  networkScope: z.enum(['documents', 'all']).optional(),
  onApproval: functionOf().optional(),
  approvalTimeoutMs: deadline,
  hooks: z.union([objectWith('gate'), z.array(objectWith('gate'))]).optional(),
  store: objectWith('load', 'save').optional(),
});

const secretSchema = z.union([
  z.string().min(1),
  z.strictObject({ value: z.string().min(1), origins: z.array(z.string()).min(1).optional() }),
]);

const searchSchema = z
  .strictObject({
    engine: z.enum(SEARCH_ENGINES).optional(),
    apiKey: z.string().min(1).max(500).optional(),
    cx: z.string().min(1).max(200).optional(),
    baseUrl: z
      .string()
      .refine((url) => URL.canParse(url) && /^https?:\/\/[^@]*$/i.test(url), 'is no http or https URL without user name')
      .optional(),
  })
  .refine(({ engine, apiKey, cx }) => engine !== 'google' || (apiKey !== undefined && cx !== undefined), 'needs apiKey and cx for google');

const optionsSchema = z.strictObject({
  input: z.enum(['trusted', 'synthetic']).optional(),
  world: z.enum(['isolated', 'main']).optional(),
  refFormat: z.enum(['full', 'compact']).optional(),
  settle: z.enum(['fast', 'balanced', 'patient']).optional(),
  visualize: z.boolean().optional(),
  probe: z.boolean().optional(),
  maxTokens: z.int().min(200).max(6_000).optional(),
  countTokens: functionOf().optional(),
  timeouts: z.strictObject({ call: deadline, precheck: deadline, navigation: deadline, waitFor: deadline }).optional(),
  secrets: z.record(z.string().min(1).max(200), secretSchema).optional(),
  toolsets: z
    .array(
      z.union([
        z.enum(TOOLSET_NAMES),
        z.strictObject({
          name: z.enum(TOOLSET_NAMES),
          prefix: z
            .string()
            .regex(/^[a-z][a-z0-9_]{0,30}$/, 'is no start of a name')
            .optional(),
        }),
      ]),
    )
    .optional(),
  search: searchSchema.optional(),
  workspace: objectWith('read', 'write', 'list', 'delete').optional(),
  vision: z.boolean().optional(),
  roots: z.array(z.string().min(1)).optional(),
  fetch: z
    .strictObject({
      privateOrigins: z.array(z.string().refine(isOriginPattern, 'is no origin pattern such as http://127.0.0.1:8080')).optional(),
      maxBytes: z.int().min(1_000).max(100_000_000).optional(),
    })
    .optional(),
  clock: objectWith('now', 'monotonic').optional(),
  random: functionOf().optional(),
  gatekeeper: gatekeeperSchema.optional(),
  store: z
    .strictObject({
      state: objectWith('load', 'save'),
      journal: objectWith('append', 'read'),
      attachments: objectWith('put', 'find', 'read', 'list', 'delete').optional(),
      hold: functionOf().optional(),
    })
    .optional(),
  providers: providersSchema,
  interactions: z.strictObject({ mode: z.enum(['wait', 'suspend']).optional() }).optional(),
});

/**
 * Checks options.
 * @throws SdkError invalid_input naming every wrong field
 */
export function checkOptions(options: unknown): SessionOptions {
  const parsed = optionsSchema.safeParse(options ?? {});
  if (parsed.success) return (options ?? {}) as SessionOptions;
  throw new SdkError('invalid_input', `Session.attach: in the options ${describeIssues(optionsSchema, options, parsed.error)}.`, {
    phase: 'validate',
    hint: 'Correct the named option.',
  });
}

/** What actions and tools see of the options. */
export function settingsOf(options: SessionOptions, world: 'isolated' | 'main'): SessionSettings {
  const { timeouts = {} } = options;
  return Object.freeze({
    input: options.input ?? 'trusted',
    world,
    settle: options.settle ?? 'balanced',
    visualize: options.visualize ?? false,
    maxTokens: options.maxTokens ?? 3_000,
    timeouts: Object.freeze({
      call: timeouts.call ?? 15_000,
      precheck: timeouts.precheck ?? 5_000,
      navigation: timeouts.navigation ?? 15_000,
      waitFor: timeouts.waitFor ?? 30_000,
    }),
    probe: options.probe ?? true,
    roots: Object.freeze([...(options.roots ?? [])]),
  });
}
