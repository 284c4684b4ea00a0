/** Upload: files into a file input, or into the file chooser that a button opens. */
import type { ElementHandle, FileChooser } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { CheckName } from '../shared/page-api.js';
import type { ActionData, Effect } from '../shared/results.js';
import type { Act } from './act.js';
import { isListening } from './choosers.js';
import { POINTER_CHECKS } from './click.js';
import type { ActionContext } from './context.js';
import type { Observation } from './observation.js';
import type { ActionOutcome, DialogInput } from './outcome.js';
import { perform } from './perform.js';
import { clickAt, PLAIN_PRESS } from './pointer.js';
import { describeTarget, type Located } from './precheck.js';
import { checkWish, resolveFiles, type UploadFile } from './upload-files.js';

export interface UploadInput {
  readonly ref: string;
  /** Files inside the session's `roots`. */
  readonly paths: readonly string[];
  readonly dialog?: DialogInput | undefined;
}
export type UploadData = ActionData & { readonly files: readonly { readonly name: string; readonly size: number }[] };

type FileInput = ElementHandle;
interface Upload {
  readonly files: readonly UploadFile[];
  /** The input that got the files, once it is known. */
  input: FileInput | undefined;
  isSet: boolean;
}

/** Time for the file chooser to open after the press. */
const CHOOSER_MS = 3_000;
const LOOK_MS = 25;
/** Checks of a file input that nobody can see: what a button of the page would press for the user. */
const HIDDEN_CHECKS: readonly CheckName[] = ['attached', 'enabled'];
/** What a pointer needs to get at it, whatever lies over it. */
const REACHED_CHECKS: readonly CheckName[] = ['attached', 'visible', 'in_view', 'receives_events'];

/**
 * Gives files to a file input, or to the chooser that pressing a button or label opens. Always by trusted input.
 * @throws SdkError denied, not_found, invalid_value (`multiple`, `accept`), not_found in phase `verify` (no chooser opened), and as click
 */
export async function upload(context: ActionContext, { ref, paths, dialog }: UploadInput): Promise<ActionOutcome<UploadData>> {
  const { roots } = context.settings;
  const run: Upload = { files: await resolveFiles(paths, roots), input: undefined, isSet: false };
  const isHidden = await isHiddenInput(context, ref);
  const names = run.files.map(({ name, size }) => ({ name, size }));
  return perform(context, {
    ref,
    dialog,
    checks: isHidden ? HIDDEN_CHECKS : POINTER_CHECKS,
    presses: isHidden ? undefined : 1,
    prepare: async (act, at) => {
      if (at && isHidden) run.input = await inputOf(act, ref, at);
      if (run.input) await refuseWrong(act, run, run.input);
    },
    dispatch: async (act, at, seen) => {
      if (run.input) await setFiles(act, run, run.input);
      else if (at) await throughChooser(act, run, at, seen);
    },
    verify: async (act) => ({ verified: await isTaken(act, run), effects: effectsOf(run) }),
    done: (act) => `Uploaded ${names.map(fileWords).join(', ')} to ${act.target ? describeTarget(act.target) : ref}.`,
    extra: () => ({ files: names }),
  });
}

const fileWords = ({ name, size }: { readonly name: string; readonly size: number }): string =>
  `${JSON.stringify(name)} (${sizeWords(size)})`;

function sizeWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** A file input without anything that could be pressed: pages hide it, and open it from a button. */
async function isHiddenInput(context: ActionContext, ref: string): Promise<boolean> {
  const call = { signal: context.signal, timeoutMs: context.remaining() };
  const { facts, world, el } = await context.perception.resolve(ref, call);
  if (facts.inputType !== 'file') return false;
  const seen = await world.call('check', { el, checks: REACHED_CHECKS, attempt: 0 }, call);
  return !seen.ok && seen.failure.code === 'not_visible';
}

/**
 * The input itself, to be filled without a press.
 * @throws SdkError stale_ref when the page put another element in its place meanwhile
 */
async function inputOf(act: Act, ref: string, { target }: Located): Promise<FileInput> {
  const { perception } = act.context;
  const locator = await perception.locator(ref, act.options());
  const [handle] = await act.race(locator.elementHandles());
  const found = handle && (await perception.describe(handle, act.tab, act.options()));
  const same = found && (await perception.resolve(found.ref, act.options()));
  if (handle && same && same.world.id === target.world.id && same.el === target.el) return handle;
  throw new SdkError('stale_ref', `${describeTarget(target)} was replaced by another element just now. Nothing was uploaded.`, {
    phase: 'precheck',
  });
}

async function refuseWrong(act: Act, { files }: Upload, input: FileInput): Promise<void> {
  const [accept, multiple, folder] = await act.race(
    Promise.all([input.getAttribute('accept'), input.getAttribute('multiple'), input.getAttribute('webkitdirectory')]),
  );
  if (folder !== null)
    throw new SdkError('unsupported', 'The control takes a whole folder, which cannot be uploaded. Nothing was uploaded.', {
      phase: 'precheck',
    });
  checkWish(files, { accept: accept ?? '', multiple: multiple !== null });
}

async function setFiles(act: Act, run: Upload, input: FileInput): Promise<void> {
  act.sending();
  run.input = input;
  await act.race(
    input.setInputFiles(
      run.files.map(({ path }) => path),
      { timeout: Math.max(1, act.context.remaining()) },
    ),
  );
  run.isSet = true;
}

/** Presses, and fills the chooser that opens; a chooser that is not filled counts as cancelled by the user. */
async function throughChooser(act: Act, run: Upload, at: Located, seen: Observation): Promise<void> {
  let chooser: FileChooser | undefined;
  const stop = act.tab.fileChoosers((opened) => {
    chooser ??= opened;
  });
  try {
    await isListening(act);
    if (await seen.wouldMiss(at.point)) return;
    await clickAt(act, at.point, PLAIN_PRESS);
    if (await seen.hasMissed()) return;
    const end = act.now() + Math.min(CHOOSER_MS, act.context.remaining());
    while (!chooser && !act.tab.closed && act.now() < end) await act.pause(LOOK_MS);
    if (!chooser) throw noChooser(at);
    const input = chooser.element();
    await refuseWrong(act, run, input);
    await setFiles(act, run, input);
  } finally {
    stop();
  }
}

function noChooser({ target }: Located): SdkError {
  return new SdkError('not_found', `${describeTarget(target)} was pressed, but no file chooser opened. Nothing was uploaded.`, {
    phase: 'verify',
    hint: 'Read the page again: a form with the real file field may have opened, or another element is meant.',
  });
}

/** The input holds the first of the files, or the page took them and emptied or removed it. */
async function isTaken(act: Act, { input, files, isSet }: Upload): Promise<boolean> {
  if (!isSet || !input) return false;
  try {
    const value = await act.race(input.inputValue({ timeout: Math.max(1, act.context.remaining()) }));
    return value === '' || value.endsWith(files[0]?.name ?? '');
  } catch (error) {
    if (SdkError.isInstance(error)) throw error;
    return true; // Playwright set the files; an input that is gone since was taken away by the page that read it.
  }
}

function effectsOf({ files, isSet }: Upload): readonly Effect[] {
  return isSet ? [{ kind: 'value', was: '', now: files.map(({ name }) => name).join(', ') }] : [];
}
