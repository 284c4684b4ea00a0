/** Finding the element again, checking that it may be acted on, and the point in the top viewport. */
import type { MappedPoint, World } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import { type FailureCode, failures } from '../shared/failures.js';
import type { CheckName, CheckReply, PageFailure, PageResult } from '../shared/page-api.js';
import type { ResolvedTarget } from '../snapshot/types.js';
import type { Act } from './act.js';
import { retryPrecheck } from './retry.js';

export interface Located {
  readonly target: ResolvedTarget;
  readonly reply: CheckReply;
  /** In CSS px of the viewport of the top page; the point of the element's own document when no pointer is used. */
  readonly point: MappedPoint;
}

/** Time left for the report when a precheck uses up the call. */
const RESERVE_MS = 500;

/**
 * Resolves the ref again and runs the checks until they hold or the time of the precheck is over.
 * @param ref what the call named
 * @param checks what has to hold
 * @throws SdkError the code of the check that failed last, with the blocker where there is one
 */
export async function locate(act: Act, ref: string, checks: readonly CheckName[]): Promise<Located> {
  const { precheck } = act.context.settings.timeouts;
  const maxMs = Math.max(0, Math.min(precheck, act.context.remaining() - RESERVE_MS));
  const usesPointer = checks.includes('receives_events');
  act.phase = 'precheck';
  let strategy = 0;
  try {
    return await retryPrecheck(
      async () => {
        try {
          return await tryOnce(act, ref, checks, usesPointer, strategy);
        } catch (error) {
          // Only what another scroll position can cure asks for one.
          if (SdkError.isInstance(error))
            strategy = error.code === 'occluded' || error.details?.['reason'] === 'outside viewport' ? strategy + 1 : 0;
          throw error;
        }
      },
      maxMs,
      act.context.signal,
    );
  } catch (error) {
    throw await nameBlocker(act, error);
  }
}

async function tryOnce(act: Act, ref: string, checks: readonly CheckName[], usesPointer: boolean, attempt: number): Promise<Located> {
  const target = await resolveAgain(act, ref);
  const reply = unwrap(
    act,
    await target.world.call('check', { el: target.el, checks, attempt }, act.options()),
    `${describeTarget(target)}: `,
  );
  act.box = reply.box;
  if (!usesPointer) return { target, reply, point: reply.point };
  const point = await act.tab.mapPoint(target.world, reply.owners, reply.point, {
    ...act.options(),
    hitTest: true,
    viewport: reply.viewport,
  });
  return { target, reply, point };
}

/** The element the ref stands for now; voids the call when it is no longer what was judged. */
export async function resolveAgain(act: Act, ref: string): Promise<ResolvedTarget> {
  const target = await act.context.perception.resolve(ref, act.options());
  act.context.recheck(target);
  act.target = target;
  act.recovered = target.recovered ?? act.recovered;
  return target;
}

/** Role and name as a snapshot prints them. */
export function describeTarget({ facts }: Pick<ResolvedTarget, 'facts'>): string {
  return facts.name ? `${facts.role} ${JSON.stringify(facts.name.slice(0, 80))}` : facts.role || facts.tag;
}

const isCode = (code: string): code is FailureCode => Object.hasOwn(failures, code);

/** The value of a page reply, or its failure as an error of the present phase. */
export function unwrap<T>(act: Pick<Act, 'phase'>, result: PageResult<T>, lead = ''): T {
  if (result.ok) return result.value;
  throw pageError(act, result.failure, lead);
}

export function pageError(act: Pick<Act, 'phase'>, failure: PageFailure, lead = ''): SdkError {
  const code = isCode(failure.code) ? failure.code : 'internal';
  const phases: readonly string[] = failures[code].phases;
  const phase = phases.includes(act.phase) ? { phase: act.phase } : {};
  return new SdkError(code, `${lead}${failure.message ?? failures[code].text}`, {
    ...phase,
    ...(failure.detail ? { details: failure.detail } : {}),
  });
}

interface Blocker {
  readonly el: number;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
}
function blockerOf(details: SdkError['details']): Blocker | undefined {
  const blocker = details?.['blocker'] as Partial<Blocker> | undefined;
  return typeof blocker?.el === 'number' ? (blocker as Blocker) : undefined;
}

/** Gives the element that is in the way a ref, so that it can be closed or moved. */
async function nameBlocker(act: Act, error: unknown): Promise<unknown> {
  if (!SdkError.isInstance(error)) return error;
  const blocker = blockerOf(error.details);
  const world = blocker && worldOf(act, error.details?.['worldId']);
  if (!blocker || !world) return error;
  const { el, ...said } = blocker;
  const named = await act.context.perception.refOf(act.tab, world, el, act.options(RESERVE_MS)).catch(() => undefined);
  const { worldId: _worldId, ...rest } = error.details ?? {};
  const details = { ...rest, blocker: { ...said, ...(named ? { ref: named.ref } : {}) } };
  const message = named ? `${error.message.replace(/\.$/, '')} [ref=${named.ref}].` : error.message;
  return new SdkError(error.code, message, { phase: error.phase, details, hint: error.hint, retryable: error.retryable, cause: error });
}

function worldOf(act: Act, id: unknown): World | undefined {
  return typeof id === 'string' ? act.tab.worlds().find((world) => world.id === id) : act.target?.world;
}
