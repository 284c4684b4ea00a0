/** The perception ladder: our walk, else the accessibility tree, else a failure that says so. An empty tree is never a success. */
import type { CallOptions, PageEngine } from '../bridge/types.js';
import { SdkError } from '../shared/errors.js';
import type { FailureCode } from '../shared/failures.js';
import { type DeepReadParts, readDeep } from './deep/deep-read.js';
import { type ReaderParts, readFirst } from './read.js';
import { headerText, shownUrl } from './text.js';
import type { ReadOptions, SnapshotData } from './types.js';

const MAX_LINES = 400;
/** Not the page's fault, or nothing another rung could change. */
const FINAL: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'aborted',
  'tab_closed',
  'tab_crashed',
  'browser_closed',
  'session_disposed',
  'dialog_open',
  'invalid_input',
  'timeout',
]);

/** A fresh page, by whatever rung perceives something. */
export async function readPage(
  parts: ReaderParts,
  deep: DeepReadParts,
  tab: PageEngine,
  options: ReadOptions,
  call: CallOptions,
): Promise<SnapshotData> {
  const started = parts.monotonic();
  let walked: SnapshotData | undefined;
  let failure: SdkError | undefined;
  try {
    walked = await readFirst(parts, tab, options, undefined, call);
    if (walked.nodes.length > 0 || walked.omitted.nodes > 0) return isPictures(walked) ? withNote(parts, walked, PICTURES) : walked;
    if (options.mode === 'interactive' && !(await isEmpty(parts, tab, call)))
      return withNote(parts, walked, '[nothing to act on: read_page with mode "snapshot" shows the rest]');
  } catch (error) {
    if (!SdkError.isInstance(error) || FINAL.has(error.code) || !tab.deep) throw error;
    failure = error;
  }
  const left = { ...call, timeoutMs: Math.max(1, call.timeoutMs - (parts.monotonic() - started)) };
  const tree = await fromAccessibilityTree(deep, tab, options, left);
  if (tree) return isPictures(tree) ? withNote(parts, tree, PICTURES) : tree;
  throw nothing(tab, walked, failure);
}

const PICTURES = '[nothing here can be read as text: use screenshot to see it, or read_page_deep]';
const PICTURE_ROLES: ReadonlySet<string> = new Set(['canvas', 'video', 'img', 'embed', 'object', 'iframe', 'generic']);

/** Nothing that can be read: no name, no text, no control. A document shown by a plug-in (PDF) is one of these. */
function isPictures({ nodes, omitted }: SnapshotData): boolean {
  return omitted.nodes === 0 && nodes.every(({ role, name }) => PICTURE_ROLES.has(role) && name === '');
}

/** Shows the whole page nothing, not only in this mode? */
async function isEmpty(parts: ReaderParts, tab: PageEngine, call: CallOptions): Promise<boolean> {
  const all = await readFirst(parts, tab, { maxTokens: 400, mode: 'snapshot' }, undefined, call);
  return all.nodes.length === 0 && all.omitted.nodes === 0;
}

function withNote(parts: ReaderParts, data: SnapshotData, note: string): SnapshotData {
  const text = `${data.text}${data.text.endsWith('\n') ? '' : '\n'}${note}`;
  return { ...data, text, tokens: parts.countTokens(text) };
}

/** The second rung; undefined when it shows nothing either. */
async function fromAccessibilityTree(
  deep: DeepReadParts,
  tab: PageEngine,
  { maxTokens }: ReadOptions,
  call: CallOptions,
): Promise<SnapshotData | undefined> {
  if (!tab.deep) return undefined;
  try {
    const { eventTargets: _, ...data } = await readDeep(
      deep,
      tab,
      { title: 'Accessibility Tree', maxTokens, maxLines: MAX_LINES, targets: false },
      call,
    );
    return data.nodes.length > 0 || data.omitted.nodes > 0 ? data : undefined;
  } catch (error) {
    if (!SdkError.isInstance(error) || FINAL.has(error.code)) throw error;
    return undefined;
  }
}

const MAX_URL = 200;

function nothing(tab: PageEngine, walked: SnapshotData | undefined, cause: SdkError | undefined): SdkError {
  const url = headerText(shownUrl(walked?.url ?? tab.page.url()), MAX_URL);
  const hidden = walked?.coverage.hiddenText ?? 0;
  const lost = walked?.coverage.failedFrames.length ?? 0;
  const more = [
    ...(hidden ? [`${hidden} ${hidden === 1 ? 'text is' : 'texts are'} hidden from sight`] : []),
    ...(lost ? [`${lost} ${lost === 1 ? 'frame does' : 'frames do'} not answer`] : []),
  ];
  const why = cause
    ? `could not be read (${cause.message})`
    : `is empty: it shows no text and no controls${more.length ? `; ${more.join(', ')}` : ''}`;
  return new SdkError('empty_page', `The page ${url} ${why}.${tab.deep ? ' The accessibility tree shows nothing either.' : ''}`, {
    phase: 'verify',
    hint: 'Wait for the page to load (wait_for) or navigate; if something should be there, use screenshot with a vision model.',
    details: { url, ...(walked ? { coverage: walked.coverage } : {}), ...(cause ? { cause: cause.code } : {}) },
    cause,
  });
}
