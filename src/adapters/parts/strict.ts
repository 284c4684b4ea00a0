/**
 * Schemas for providers that constrain what a model writes: every field has to be required, so a field that may be left out takes null
 * instead. What comes back is put right before it is validated.
 */

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that strict providers know; others are left out, and the tool checks them itself. */
const KNOWN: ReadonlySet<string> = new Set([
  'type',
  'description',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]);

/** A schema that strict providers take, or undefined when it says what they cannot. */
export function strictSchema(schema: Json): Json | undefined {
  try {
    return strict(schema);
  } catch (error) {
    if (error instanceof Unsayable) return undefined;
    throw error;
  }
}

class Unsayable extends Error {}

function strict(schema: unknown): Json {
  if (!isObject(schema)) throw new Unsayable();
  const { type, properties, items, anyOf } = schema;
  if ('$ref' in schema || 'allOf' in schema || 'oneOf' in schema || 'not' in schema || 'patternProperties' in schema) throw new Unsayable();
  if (type === undefined && anyOf === undefined && !('enum' in schema) && !('const' in schema)) throw new Unsayable();
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => KNOWN.has(key)));
  return {
    ...kept,
    ...(type === 'object' ? strictObject(schema, isObject(properties) ? properties : {}) : {}),
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(strict) } : {}),
  };
}

function strictObject(schema: Json, properties: Json): Json {
  // An object with fields of any name cannot be constrained.
  if (schema['additionalProperties'] !== false) throw new Unsayable();
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const entries = Object.entries(properties).map(([name, inner]) => [
    name,
    required.has(name) || takesNull(inner) ? strict(inner) : nullable(strict(inner)),
  ]);
  return { properties: Object.fromEntries(entries), required: Object.keys(properties), additionalProperties: false };
}

function nullable(schema: Json): Json {
  const { description, ...rest } = schema;
  const words = description === undefined ? {} : { description };
  if (Array.isArray(rest['anyOf'])) return { ...rest, anyOf: [...rest['anyOf'], { type: 'null' }], ...words };
  const { type } = rest;
  if (typeof type === 'string' && type !== 'object' && !('const' in rest))
    return { ...rest, type: [type, 'null'], ...(Array.isArray(rest['enum']) ? { enum: [...rest['enum'], null] } : {}), ...words };
  return { anyOf: [rest, { type: 'null' }], ...words };
}

function takesNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, anyOf, enum: values } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return (Array.isArray(values) && values.includes(null)) || (Array.isArray(anyOf) && anyOf.some(takesNull));
}

/** What a model wrote under a strict schema, as the schema of the tool wants it: a null that stands for nothing is left out. */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutNulls(schema['items'], inner));
  if (!isObject(value)) return value;
  const properties = propertiesFor(schema, value);
  const kept = Object.entries(value).filter(
    ([name, inner]) => inner !== null || !Object.hasOwn(properties, name) || takesNull(properties[name]),
  );
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, Object.hasOwn(properties, name) ? withoutNulls(properties[name], inner) : inner]),
  );
}

/** The fields an object may have: of several forms those of the one that knows most of them. */
function propertiesFor(schema: Json, value: Json): Json {
  if (isObject(schema['properties'])) return schema['properties'];
  const forms = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isObject).map((form) => propertiesFor(form, value)) : [];
  const known = (form: Json): number => Object.keys(value).filter((name) => Object.hasOwn(form, name)).length;
  return forms.reduce<Json>((best, form) => (known(form) > known(best) ? form : best), {});
}
