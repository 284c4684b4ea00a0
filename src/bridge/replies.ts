/** Checks what a page answered. The page is not trusted, not even from an isolated world: a reply has the shape we know, or it is an error. */
import { SdkError } from '../shared/errors.js';
import type { PageMethod, PageReply } from '../shared/page-api.js';

type Check = (value: unknown) => boolean;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber: Check = (value) => typeof value === 'number';
const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNull: Check = (value) => value === null;
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([key, check]) => check(value[key]));
const failure = shape({ code: isString });
/** PageResult: a value of this shape, or a failure with a code. */
const result =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && (value['ok'] === true ? check(value['value']) : value['ok'] === false && failure(value['failure']));

const point = shape({ x: isNumber, y: isNumber });
const wireDocument = shape({ nonce: isString, url: isString, origin: isString, title: isString, name: isString });
const wireNode = shape({ i: isNumber, doc: isNumber, depth: isNumber, role: isString, name: isString });
const foreignFrame = shape({ el: isNumber, i: isNumber });
const facts = shape({ el: isNumber, role: isString, name: isString, nonce: isString, owners: list(isNumber) });
const refKey = shape({ nonce: isString, snapshotId: isNumber, index: isNumber });
const watchRead = shape({ url: isString, added: isNumber, removed: isNumber, changed: isNumber, inputSeq: isNumber });
const option = shape({ text: isString, value: isString, disabled: isBoolean, selected: isBoolean });

const isContentItem: Check = (value) =>
  isString(value) ||
  value === 0 ||
  (Array.isArray(value) &&
    isString(value[0]) &&
    isNumber(value[1]) &&
    (value[2] === undefined ||
      (isRecord(value[2]) && Object.values(value[2]).every((fact) => isString(fact) || isNumber(fact) || isBoolean(fact)))));

const resolveReply: Check = (value) =>
  isRecord(value) &&
  (value['ok'] === true
    ? facts(value['facts'])
    : value['ok'] === false && isString(value['code']) && list(shape({ key: refKey }))(value['candidates']));

const CHECKS: Readonly<Record<PageMethod, Check>> = {
  ping: shape({ nonce: isString, url: isString, title: isString, readyState: isString, inputSeq: isNumber }),
  capture: result(
    shape({
      captureId: isNumber,
      snapshotId: isNumber,
      documents: list(wireDocument),
      nodes: list(wireNode),
      foreign: list(foreignFrame),
      closedCandidates: list(isNumber),
      internalsCandidates: list(isNumber),
      total: isNumber,
      viewport: shape({ width: isNumber, height: isNumber }),
    }),
  ),
  more: result(shape({ documents: list(wireDocument), snapshotId: isNumber, nodes: list(wireNode) })),
  mark: result(shape({ captureId: isNumber, nonce: isString, foreign: list(foreignFrame) })),
  diff: result(isRecord),
  find: result(
    shape({ snapshotId: isNumber, documents: list(wireDocument), nodes: list(wireNode), total: isNumber, foreign: list(foreignFrame) }),
  ),
  content: result(
    shape({
      documents: list(wireDocument),
      items: list(isContentItem),
      foreign: list(foreignFrame),
      closedCandidates: list(isNumber),
      internalsCandidates: list(isNumber),
      isFull: isBoolean,
      pageMs: isNumber,
    }),
  ),
  resolve: resolveReply,
  describe: result(shape({ key: refKey, facts })),
  armPick: isNull,
  collectPick: isNumber,
  armListeners: shape({ inline: isNumber, own: isNumber, documents: isNumber }),
  listenerNews: shape({ added: isNumber, isOther: isBoolean, own: isNumber }),
  collectListeners: shape({ found: isNumber, own: isNumber }),
  selection: shape({
    selections: list(shape({ nonce: isString, text: isString, total: isNumber, el: isNumber, isMasked: isBoolean })),
    foreign: list(isNumber),
    focusedNonce: isString,
  }),
  selector: result(shape({ frames: list(isString), selector: isString })),
  frameRect: result(shape({ box: list(isNumber), exact: isBoolean })),
  noClosedRoot: isNull,
  check: result(shape({ point, box: list(isNumber), owners: list(isNumber), viewport: shape({ width: isNumber, height: isNumber }) })),
  frameHit: result(isNull),
  elementAt: result(
    shape({
      el: isNumber,
      inner: isNumber,
      frame: isString,
      owners: list(isNumber),
      viewport: shape({ width: isNumber, height: isNumber }),
    }),
  ),
  planType: result(shape({ how: isString, kind: isString, before: isString, insert: isString, masked: isBoolean })),
  setValue: result(shape({ value: isString })),
  readValue: result(shape({ value: isString, focused: isBoolean })),
  listOptions: result(list(option)),
  select: result(shape({ selected: list(option), changed: isBoolean })),
  focus: result(isNull),
  scroll: result(shape({ before: point, after: point, max: point, atEdge: isBoolean })),
  click: result(isNull),
  highlight: result(isNull),
  markup: result(shape({ html: isString, total: isNumber })),
  annotate: isNull,
  mask: isNull,
  clearDrawings: isNull,
  watchStart: shape({ watchId: isNumber, url: isString, inputSeq: isNumber }),
  watchRead,
  quiet: watchRead,
  hasText: isBoolean,
  dispose: isNull,
};

/**
 * Reads a reply.
 * @throws SdkError frame_unavailable when it is not of the method's shape
 */
export function readReply<M extends PageMethod>(method: M, text: unknown): PageReply<M> {
  const wrong = (why: string) =>
    new SdkError('frame_unavailable', `The page answered "${method}" with something else than expected (${why}); read the page again.`, {
      details: { reason: 'malformed', method },
    });
  if (typeof text !== 'string') throw wrong(typeof text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('no JSON');
  }
  if (!CHECKS[method](value)) throw wrong('another shape');
  return value as PageReply<M>;
}
