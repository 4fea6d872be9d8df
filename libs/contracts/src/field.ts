import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JsonSchema } from './json-schema';
import type { PublishedName } from './published';

/*
 * One declaration for each field: a decorator adds the rules of class-validator to the property and stores the equal JSON
 * Schema. The bus, the gateway, OpenAPI and AsyncAPI therefore cannot differ.
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

function field(schema: JsonSchema, rules: PropertyDecorator[], options: FieldOptions): PropertyDecorator {
  return (target, key) => {
    const fields = fieldsByClass.get(target.constructor) ?? new Map<string, Field>();
    fieldsByClass.set(target.constructor, fields);
    const described = options.meaning ? { description: options.meaning, ...schema } : schema;
    const typed = options.nullable ? nullable(described) : described;
    fields.set(String(key), {
      schema: options.named ? { ...typed, [NAMED]: options.named } : typed,
      required: options.optional !== true,
    });
    if (options.optional) IsOptional()(target, key as string);
    else if (options.nullable) ValidateIf((_, value) => value !== null)(target, key as string);
    for (const rule of rules) rule(target, key);
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
  const rules: PropertyDecorator[] = [IsString()];
  if (min !== undefined) rules.push(MinLength(min));
  if (max !== undefined) rules.push(MaxLength(max));
  if (pattern) rules.push(Matches(pattern));
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source, format };
  return field(withoutUndefined(schema), rules, options);
}

interface NumberRules extends FieldOptions {
  min?: number;
  max?: number;
  above?: number;
}

/** A finite number. */
export function Num(options: NumberRules = {}): PropertyDecorator {
  const { min, max, above } = options;
  const rules: PropertyDecorator[] = [IsNumber({ allowNaN: false, allowInfinity: false })];
  if (min !== undefined) rules.push(Min(min));
  if (max !== undefined) rules.push(Max(max));
  const schema = { type: 'number', minimum: min, maximum: max, exclusiveMinimum: above };
  return field(withoutUndefined(schema), rules, options);
}

/** An integer. */
export function Int(options: NumberRules = {}): PropertyDecorator {
  const { min, max } = options;
  const rules: PropertyDecorator[] = [IsInt()];
  if (min !== undefined) rules.push(Min(min));
  if (max !== undefined) rules.push(Max(max));
  return field(withoutUndefined({ type: 'integer', minimum: min, maximum: max }), rules, options);
}

export function Bool(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'boolean' }, [IsBoolean()], options);
}

/** One of a list of strings. Requests refuse others; in replies the list may grow, and clients ignore unknown values. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'string', enum: [...values] }, [IsIn([...values])], options);
}

/** A timestamp: RFC 3339, UTC, milliseconds. */
export function Stamp(options: FieldOptions = {}): PropertyDecorator {
  return Text({ ...options, format: 'date-time' });
}

/** An object of another class. */
export function Nested<T extends object>(type: () => Class<T>, options: FieldOptions = {}): PropertyDecorator {
  return field({ [CLASS_REF]: type }, [IsObject(), ValidateNested(), Type(type)], options);
}

interface ListRules extends FieldOptions {
  min?: number;
  max?: number;
  unique?: boolean;
}

/** A list of objects of another class. */
export function ListOf<T extends object>(type: () => Class<T>, options: ListRules = {}): PropertyDecorator {
  const rules = [IsArray(), ValidateNested({ each: true }), Type(type), ...sizes(options)];
  return field(listSchema({ [CLASS_REF]: type }, options), rules, options);
}

/** A list of values of a schema. */
export function Values(items: JsonSchema, options: ListRules = {}): PropertyDecorator {
  return field(listSchema(items, options), [IsArray(), ...sizes(options)], options);
}

/** A map from names to values of a schema, or to objects of a class. */
export function MapOf(values: JsonSchema | (() => Class), options: FieldOptions = {}): PropertyDecorator {
  const inner = typeof values === 'function' ? { [CLASS_REF]: values } : values;
  return field({ type: 'object', additionalProperties: inner }, [IsObject()], options);
}

/** Any JSON object. Its owner checks its grammar; a document's state has none. */
export function JsonObject(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'object' }, [IsObject()], options);
}

/** A value of a hand-written schema, such as a union or free JSON. */
export function Shape(schema: JsonSchema, options: FieldOptions = {}): PropertyDecorator {
  return field(schema, [], options);
}

function sizes({ min, max, unique }: ListRules): PropertyDecorator[] {
  const rules: PropertyDecorator[] = [];
  if (min !== undefined) rules.push(ArrayMinSize(min));
  if (max !== undefined) rules.push(ArrayMaxSize(max));
  if (unique) rules.push(ArrayUnique());
  return rules;
}

function listSchema(items: JsonSchema, { min, max, unique }: ListRules): JsonSchema {
  return withoutUndefined({ type: 'array', items, minItems: min, maxItems: max, uniqueItems: unique });
}

function withoutUndefined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
