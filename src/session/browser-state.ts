/** What a session remembers of its browser, as JSON: saved, checked and loaded. */
import { z } from 'zod';
import { describeIssues } from '../registry/validate.js';
import { type ClosedEntry, GROUP_COLORS, type HistoryEntry, type TabMemory } from '../shared/browser-data.js';
import { SdkError } from '../shared/errors.js';
import { type BrowserMemory, LONGEST_URL, MOST_BACK } from '../tabs/browser-memory.js';
import { MOST_CLOSED } from '../tabs/closed.js';
import { MOST_VISITS } from '../tabs/visits.js';
import { timeSchema } from './providers.js';

const VERSION = 1;
const MOST_TABS = 1_000;

/** Visits, closed tabs and open tabs with their groups, as plain JSON. */
export interface BrowserState {
  readonly version: typeof VERSION;
  /** Unix ms. */
  readonly savedAt: number;
  /** Oldest first. */
  readonly visits: readonly HistoryEntry[];
  /** Oldest first. */
  readonly closed: readonly ClosedEntry[];
  /** Tabs that were open, first to last. */
  readonly open: readonly TabMemory[];
}

const urlSchema = z
  .string()
  .max(LONGEST_URL)
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'must be an absolute http or https URL');
const titleSchema = z.string().max(1_000);
const groupSchema = z.strictObject({
  groupId: z.int().min(1).max(1_000_000_000),
  title: z.string().max(100),
  color: z.enum(GROUP_COLORS),
  collapsed: z.boolean(),
});
const tabShape = {
  url: urlSchema,
  title: titleSchema,
  back: z.array(urlSchema).max(MOST_BACK),
  index: z.int().min(0).max(1_000_000),
  group: groupSchema.optional(),
};
const closedSchema = z
  .strictObject({
    sessionId: z.string().min(1).max(100),
    kind: z.enum(['tab', 'window']),
    closedAt: timeSchema,
    tabs: z
      .array(z.strictObject({ ...tabShape, sessionId: z.string().min(1).max(100) }))
      .min(1)
      .max(MOST_TABS),
  })
  .refine(({ kind, tabs }) => kind === 'window' || tabs.length === 1, 'must have one tab, because its kind is tab');

const stateSchema = z.strictObject({
  version: z.literal(VERSION),
  savedAt: timeSchema,
  visits: z.array(z.strictObject({ url: urlSchema, title: titleSchema, visitedAt: timeSchema })).max(MOST_VISITS * 2),
  closed: z.array(closedSchema).max(MOST_CLOSED),
  open: z.array(z.strictObject(tabShape)).max(MOST_TABS),
});

export interface BrowserStateParts {
  readonly memory: BrowserMemory;
  now(): number;
  redact<T>(value: T): T;
}

/** Saves and loads what a session remembers of its browser. */
export class BrowserStateControl {
  readonly #parts: BrowserStateParts;

  constructor(parts: BrowserStateParts) {
    this.#parts = parts;
  }

  /**
   * Visits, closed tabs, open tabs, their history, order and groups, as plain JSON: for `load` of a later session. No pages, cookies or storage
   * (Playwright's `storageState` has those). What holds a configured secret is left out.
   */
  async save(): Promise<BrowserState> {
    const { memory, now, redact } = this.#parts;
    await memory.refreshAll();
    const { visits, closed, open } = memory.remembered();
    const isClean = (value: { readonly url: string; readonly title: string }): boolean =>
      JSON.stringify(redact(value)) === JSON.stringify(value);
    return {
      version: VERSION,
      savedAt: now(),
      visits: visits.filter(isClean),
      closed: closed.flatMap((entry) => {
        const tabs = entry.tabs.filter(isClean);
        return tabs.length === 0 ? [] : [{ ...entry, tabs }];
      }),
      open: open.filter(isClean),
    };
  }

  /**
   * Adds what an earlier session saved. Closed tabs can be restored again. Tabs that were open then go on in their groups where a tab shows the
   * same page now; the others become a closed window that `session_restore` opens. Nothing is loaded by itself.
   * @param state what `save` gave, also after JSON.stringify and JSON.parse
   * @throws SdkError invalid_input naming what is wrong; nothing is taken over then
   */
  load(state: unknown): void {
    const parsed = stateSchema.safeParse(state);
    if (!parsed.success) {
      throw new SdkError(
        'invalid_input',
        `The saved browser state cannot be loaded: ${describeIssues(stateSchema, state, parsed.error)}.`,
        {
          phase: 'validate',
          hint: 'Give what browserState.save() gave, unchanged.',
        },
      );
    }
    const { savedAt, ...remembered } = parsed.data;
    this.#parts.memory.recall(remembered, savedAt);
  }
}
