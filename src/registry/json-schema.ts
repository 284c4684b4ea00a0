/** zod to JSON Schema, checked. The only caller of `toJSONSchema`. */
import { z } from 'zod';

/** A JSON Schema (2020-12) of a tool's input: one strict object at the root. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
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

/**
 * The input schema of a tool.
 * @param tool its name, for the message
 * @throws TypeError when the root is not one strict object, or a part cannot be said in JSON Schema
 */
export function toInputSchema(tool: string, input: z.ZodObject): InputSchema {
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
