/** A schema of the API document: the keywords that its replies use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
  /** Codes of an error that carry the member. */
  'x-codes'?: string[];
}

/** Keywords that `SchemaVisitor` checks, or that say nothing of a value. Any other stops it: it would pass unchecked. */
export const knownKeywords: ReadonlySet<string> = new Set([
  ...['$ref', 'type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'enum', 'const'],
  ...['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties'],
  ...['maxProperties', 'uniqueItems', 'x-codes', 'description', 'examples'],
]);

/** Formats of replies: a timestamp is UTC with milliseconds. */
export const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

// Jest looks each global up through an interceptor.
const { isArray } = Array;
const { isInteger } = Number;

/** The type of a JSON value as a schema names it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (typeof value === 'number') return isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isArray(value);
}
