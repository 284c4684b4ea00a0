/** Input checks: what zod finds, said so that a model can correct it. */
import type { z } from 'zod';
import { SdkError } from '../shared/errors.js';
import { closestNames } from './closest.js';

type Issue = z.core.$ZodIssue;

const MAX_SHOWN = 80;

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** `a.b[0]`, or '' for the root. */
function pathText(path: readonly PropertyKey[]): string {
  let out = '';
  for (const part of path) out += typeof part === 'number' ? `[${part}]` : `${out === '' ? '' : '.'}${shorten(String(part))}`;
  return out;
}

/** The value an issue is about. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return `the string ${JSON.stringify(shorten(value))}`;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `the ${typeof value} ${String(value)}`;
  return typeof value === 'function' ? 'a function' : 'an object';
}

function unknownKeys(keys: readonly string[], place: string, valid: readonly string[]): string {
  const named = keys.slice(0, 5).map((key) => JSON.stringify(shorten(key)));
  const meant = keys.length === 1 ? closestNames(keys[0] as string, valid, 1)[0] : undefined;
  const where = place === '' ? '' : ` in ${place}`;
  const list = valid.length > 0 ? `valid fields are ${valid.join(', ')}` : 'no fields are allowed';
  return `unknown field${keys.length > 1 ? 's' : ''} ${named.join(', ')}${where}${meant ? ` (did you mean ${meant}?)` : ''}; ${list}`;
}

function sentence(issue: Issue, input: unknown, validKeys: (path: readonly PropertyKey[]) => readonly string[]): string {
  const place = pathText(issue.path);
  const named = place === '' ? 'the input' : place;
  const got = valueAt(input, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, place, validKeys(issue.path));
    case 'invalid_type':
      return got === undefined && issue.path.length > 0
        ? `${named} is missing (expected ${issue.expected})`
        : `${named} must be ${issue.expected}, not ${kindOf(got)}`;
    case 'invalid_value':
      return `${named} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}, not ${kindOf(got)}`;
    case 'too_big':
      return `${named} is too large: at most ${String(issue.maximum)}, not ${sizeOf(got)}`;
    case 'too_small':
      return `${named} is too small: at least ${String(issue.minimum)}, not ${sizeOf(got)}`;
    case 'custom':
      return `${named} ${issue.message}, not ${kindOf(got)}`;
    case 'invalid_union':
      return `${named} fits none of its forms (${unionForms(issue)}), not ${kindOf(got)}`;
    default:
      return `${named}: ${issue.message}`;
  }
}

function sizeOf(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : kindOf(value);
}

function unionForms(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const forms = issue.errors.map((branch) => {
    const first = branch[0];
    if (!first) return '';
    if (first.path.length > 0) return `an object with ${pathText(first.path)}`;
    if (first.code === 'invalid_value') return first.values.map((value) => JSON.stringify(value)).join(' or ');
    return first.code === 'invalid_type' ? first.expected : first.message;
  });
  return [...new Set(forms.filter((form) => form !== ''))].join(', or ');
}

/** Field names of the object schema at a path, through optional wrappers. */
function keysAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  let current = unwrap(schema);
  for (const part of path) {
    if (typeof part === 'number') current = unwrap(current?.element);
    else current = unwrap(current?.shape && Object.hasOwn(current.shape, part) ? current.shape[part as string] : undefined);
  }
  return current?.shape ? Object.keys(current.shape) : [];
}
interface SchemaLike {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: unknown;
  readonly def?: { readonly innerType?: unknown };
}
function unwrap(schema: unknown): SchemaLike | undefined {
  let current = schema as SchemaLike | undefined;
  while (current?.def?.innerType !== undefined && current.shape === undefined) current = current.def.innerType as SchemaLike;
  return current;
}

/**
 * What is wrong with an input, one clause an issue, at most five.
 * @param schema the schema it was parsed with
 * @param input what was parsed
 */
export function describeIssues(schema: z.ZodType, input: unknown, error: z.ZodError): string {
  const said = error.issues.map((issue) => sentence(issue, input, (path) => keysAt(schema, path)));
  const unique = [...new Set(said)];
  const more = unique.length > 5 ? `; and ${unique.length - 5} more` : '';
  return unique.slice(0, 5).join('; ') + more;
}

/**
 * Parses the input of a tool.
 * @throws SdkError invalid_input naming every wrong field
 */
export function parseInput<S extends z.ZodObject>(tool: string, schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input === undefined ? {} : input);
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => pathText(issue.path)))];
  throw new SdkError('invalid_input', `Invalid input for ${tool}: ${describeIssues(schema, input, parsed.error)}.`, {
    phase: 'validate',
    details: { fields, validFields: Object.keys(schema.shape) },
  });
}
