import type { JsonSchema } from './json-schema';
import type { PublishedName } from './published';

/*
 * One declaration for each field: a decorator stores the JSON Schema of the property. The bus, the gateway, OpenAPI and
 * AsyncAPI read it and therefore cannot differ. Specs also check by the rules of class-validator that `testing/field-rules`
 * makes of it.
 */

export type { JsonSchema } from './json-schema';
export type Class<T = object> = new () => T;

interface Field {
  schema: JsonSchema;
  required: boolean;
}

export interface FieldOptions {
  /** Meaning with unit and range; the published description. */
  meaning?: string;
  /** May be left out. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  /** The schema that the published documents show in place of the member's plain type. */
  named?: PublishedName;
}

const fieldsByClass = new Map<object, Map<string, Field>>();
/** Key of a reference to another class in a schema; `schemaOf` replaces it with the path of the definition. */
export const CLASS_REF = '$class';
/** Key of the name of a published schema; validators leave it out. */
export const NAMED = '$named';

function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') {
    const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
    return { ...schema, ...values, type: [schema.type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

function field(schema: JsonSchema, options: FieldOptions): PropertyDecorator {
  return (target, key) => {
    const fields = fieldsByClass.get(target.constructor) ?? new Map<string, Field>();
    fieldsByClass.set(target.constructor, fields);
    const described = options.meaning ? { description: options.meaning, ...schema } : schema;
    const typed = options.nullable ? nullable(described) : described;
    fields.set(String(key), {
      schema: options.named ? { ...typed, [NAMED]: options.named } : typed,
      required: options.optional !== true,
    });
  };
}

/** The fields of a class and of its base classes, in order of declaration. */
export function fieldsOf(type: Class): Map<string, Field> {
  const chain: object[] = [];
  for (let at: object | null = type; at && at !== Function.prototype; at = Object.getPrototypeOf(at)) chain.unshift(at);
  const all = new Map<string, Field>();
  for (const link of chain) for (const [name, f] of fieldsByClass.get(link) ?? []) all.set(name, f);
  return all;
}

interface TextRules extends FieldOptions {
  min?: number;
  max?: number;
  pattern?: RegExp;
  format?: string;
}

/** A string; lengths in characters. */
export function Text(options: TextRules = {}): PropertyDecorator {
  const { min, max, pattern, format } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source, format };
  return field(withoutUndefined(schema), options);
}

interface NumberRules extends FieldOptions {
  min?: number;
  max?: number;
  above?: number;
}

/** A finite number. */
export function Num(options: NumberRules = {}): PropertyDecorator {
  const { min, max, above } = options;
  const schema = { type: 'number', minimum: min, maximum: max, exclusiveMinimum: above };
  return field(withoutUndefined(schema), options);
}

/** An integer. */
export function Int(options: NumberRules = {}): PropertyDecorator {
  const { min, max } = options;
  return field(withoutUndefined({ type: 'integer', minimum: min, maximum: max }), options);
}

export function Bool(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'boolean' }, options);
}

/** One of a list of strings. Requests refuse others; in replies the list may grow, and clients ignore unknown values. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', enum: [...values] }, options);
}

/** A timestamp: RFC 3339, UTC, milliseconds. */
export function Stamp(options: FieldOptions = {}): PropertyDecorator {
  return Text({ ...options, format: 'date-time' });
}

/** An object of another class. */
export function Nested<T extends object>(type: () => Class<T>, options: FieldOptions = {}): PropertyDecorator {
  return field({ [CLASS_REF]: type }, options);
}

interface ListRules extends FieldOptions {
  min?: number;
  max?: number;
  unique?: boolean;
}

/** A list of objects of another class. */
export function ListOf<T extends object>(type: () => Class<T>, options: ListRules = {}): PropertyDecorator {
  return field(listSchema({ [CLASS_REF]: type }, options), options);
}

/** A list of values of a schema. */
export function Values(items: JsonSchema, options: ListRules = {}): PropertyDecorator {
  return field(listSchema(items, options), options);
}

/** A map from names to values of a schema, or to objects of a class. */
export function MapOf(values: JsonSchema | (() => Class), options: FieldOptions = {}): PropertyDecorator {
  const inner = typeof values === 'function' ? { [CLASS_REF]: values } : values;
  return field({ type: 'object', additionalProperties: inner }, options);
}

/** Any JSON object. Its owner checks its grammar; a document's state has none. */
export function JsonObject(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'object' }, options);
}

/** A value of a hand-written schema, such as a union or free JSON. */
export function Shape(schema: JsonSchema, options: FieldOptions = {}): PropertyDecorator {
  return field(schema, options);
}

function listSchema(items: JsonSchema, { min, max, unique }: ListRules): JsonSchema {
  return withoutUndefined({ type: 'array', items, minItems: min, maxItems: max, uniqueItems: unique });
}

function withoutUndefined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
