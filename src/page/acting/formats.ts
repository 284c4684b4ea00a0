/** Exact formats of inputs that are set like a picker sets them (HTML 2.3.5 and 4.10.5.1). */
import { attribute } from '../dom.js';

interface Format {
  /** How a value has to look, for the message. */
  readonly wanted: string;
  /** The value as the control keeps it, or undefined when it is none. */
  read(text: string): string | undefined;
}

const days = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

function readDate(text: string): string | undefined {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days(year, month) ? text : undefined;
}
function readMonth(text: string): string | undefined {
  const parts = /^(\d{4,6})-(\d{2})$/.exec(text);
  return parts && Number(parts[1]) > 0 && Number(parts[2]) >= 1 && Number(parts[2]) <= 12 ? text : undefined;
}
/** ISO 8601: a year has 53 weeks when it starts or ends on a Thursday. */
function weeksOf(year: number): number {
  const startsOn = new Date(Date.UTC(2000 + (year % 400), 0, 1)).getUTCDay();
  const isLeap = days(year, 2) === 29;
  return startsOn === 4 || (isLeap && startsOn === 3) ? 53 : 52;
}
function readWeek(text: string): string | undefined {
  const parts = /^(\d{4,6})-W(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [year, week] = [Number(parts[1]), Number(parts[2])];
  return year > 0 && week >= 1 && week <= weeksOf(year) ? text : undefined;
}
function readTime(text: string): string | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(text) ? text : undefined;
}
function readDateTime(text: string): string | undefined {
  const [date, time, ...more] = text.split(/[T ]/);
  if (date === undefined || time === undefined || more.length > 0) return undefined;
  return readDate(date) && readTime(time) ? `${date}T${time}` : undefined;
}
function readColor(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}
/** A valid floating-point number (HTML 2.3.4.3), a leading plus and a bare point tolerated no more than there. */
function readNumber(text: string): string | undefined {
  return /^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? text : undefined;
}

const FORMATS = new Map<string, Format>([
  ['date', { wanted: 'YYYY-MM-DD, an existing day', read: readDate }],
  ['month', { wanted: 'YYYY-MM', read: readMonth }],
  ['week', { wanted: 'YYYY-Www, for example 2031-W07', read: readWeek }],
  ['time', { wanted: 'HH:MM or HH:MM:SS, 24 hours', read: readTime }],
  ['datetime-local', { wanted: 'YYYY-MM-DDTHH:MM', read: readDateTime }],
  ['color', { wanted: '#rrggbb', read: readColor }],
  ['number', { wanted: 'a number such as 12 or -3.5', read: readNumber }],
  ['range', { wanted: 'a number such as 12 or -3.5', read: readNumber }],
]);

export type FormatVerdict =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly why: string; readonly wanted: string };

/**
 * Judges a text for an exact-format input. Empty text clears what can be empty.
 * A value below `min` or above `max`, or between the steps of a range, is refused: a picker does not offer it.
 */
export function readExact(element: Element, type: string, text: string): FormatVerdict {
  const format = FORMATS.get(type);
  if (!format) return { ok: true, value: text };
  const trimmed = text.trim();
  if (trimmed === '' && type !== 'color' && type !== 'range') return { ok: true, value: '' };
  const value = format.read(trimmed);
  if (value === undefined) return { ok: false, why: `${JSON.stringify(text)} is no value of a ${type} input`, wanted: format.wanted };
  if (type === 'color') return { ok: true, value };
  const [min, max] = limitsOf(element, type);
  const { isBelow, isAbove } = compare(type, value, min, max);
  if (isBelow || isAbove)
    return {
      ok: false,
      why: `${value} is ${isBelow ? `below the minimum ${min}` : `above the maximum ${max}`}`,
      wanted: rangeWords(format.wanted, min, max),
    };
  return type === 'range' ? onStep(element, value, min ?? '0', format.wanted) : { ok: true, value };
}

function limitsOf(element: Element, type: string): readonly [string | undefined, string | undefined] {
  const read = (name: string): string | undefined => {
    const text = attribute(element, name)?.trim() ?? '';
    return text !== '' && FORMATS.get(type)?.read(text) !== undefined ? text : undefined;
  };
  const [min, max] = [read('min'), read('max')];
  return type === 'range' ? [min ?? '0', max ?? '100'] : [min, max];
}

function compare(
  type: string,
  value: string,
  min: string | undefined,
  max: string | undefined,
): { readonly isBelow: boolean; readonly isAbove: boolean } {
  if (type === 'number' || type === 'range')
    return { isBelow: min !== undefined && Number(value) < Number(min), isAbove: max !== undefined && Number(value) > Number(max) };
  // A time range may go over midnight (HTML 4.10.5.3.7, reversed range).
  if (type === 'time' && min !== undefined && max !== undefined && min > max)
    return { isBelow: value < min && value > max, isAbove: false };
  const order = (text: string): string => text.padStart(30, '0');
  return { isBelow: min !== undefined && order(value) < order(min), isAbove: max !== undefined && order(value) > order(max) };
}

/** A slider has no place between its steps. */
function onStep(element: Element, value: string, min: string, wanted: string): FormatVerdict {
  const text = attribute(element, 'step')?.trim() ?? '';
  if (text.toLowerCase() === 'any') return { ok: true, value };
  const step = Number(text) > 0 ? Number(text) : 1;
  const steps = (Number(value) - Number(min)) / step;
  const isOn = Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps));
  return isOn
    ? { ok: true, value: String(Number(value)) }
    : { ok: false, why: `${value} is not on a step of ${step} from ${min}`, wanted: `${wanted}, in steps of ${step} from ${min}` };
}

function rangeWords(wanted: string, min: string | undefined, max: string | undefined): string {
  const from = min === undefined ? '' : ` from ${min}`;
  const to = max === undefined ? '' : ` to ${max}`;
  return `${wanted}${from}${to}`;
}
