/** zod to JSON Schema, checked. The only caller of `toJSONSchema`. */
import { z } from 'zod';

/** A JSON Schema (2020-12) of a tool's input: one object at the root, and a strict one unless the tool comes from elsewhere. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Drops the bounds zod writes for every integer: they say nothing and cost tokens. */
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (!isObject(value)) return value;
  const out: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'minimum' || key === 'maximum') && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER) continue;
    if (key === '$schema') continue;
    out[key] = withoutNoise(inner);
  }
  return out;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/** Tools are declared once and registered by every session. */
const known = new WeakMap<z.ZodObject, InputSchema>();

/**
 * The input schema of a tool.
 * @param tool its name, for the message
 * @throws TypeError when the root is not one strict object, or a part cannot be said in JSON Schema
 */
export function toInputSchema(tool: string, input: z.ZodObject): InputSchema {
  const made = known.get(input) ?? makeInputSchema(tool, input);
  known.set(input, made);
  return made;
}

function makeInputSchema(tool: string, input: z.ZodObject): InputSchema {
  let schema: unknown;
  try {
    schema = withoutNoise(z.toJSONSchema(input, { io: 'input', target: 'draft-2020-12' }));
  } catch (cause) {
    throw new TypeError(
      `The input of tool ${tool} cannot be said in JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  if (!isObject(schema) || schema['type'] !== 'object' || !isObject(schema['properties']))
    throw new TypeError(`The input of tool ${tool} must be one z.strictObject at the root.`);
  if (schema['additionalProperties'] !== false)
    throw new TypeError(`The input of tool ${tool} must refuse unknown fields: use z.strictObject, not z.object.`);
  return deepFreeze(schema) as unknown as InputSchema;
}

/** Largest schema of a tool from elsewhere, in characters: it is sent to a model with every request. */
const MAX_READY = 50_000;

/**
 * A schema that came with a tool, copied and frozen.
 * @throws TypeError when its root is no object, or it is no JSON or too large
 */
export function checkReadySchema(tool: string, schema: Readonly<Record<string, unknown>>): InputSchema {
  const text = JSON.stringify(schema);
  if (text === undefined || text.length > MAX_READY)
    throw new TypeError(`The schema of tool ${tool} is no JSON of at most ${MAX_READY} characters.`);
  const copy = JSON.parse(text) as Json;
  if (copy['type'] !== 'object') throw new TypeError(`The schema of tool ${tool} must be one object at the root.`);
  const properties = isObject(copy['properties']) ? copy['properties'] : {};
  return deepFreeze({ ...copy, properties }) as unknown as InputSchema;
}
