import 'reflect-metadata';
import { Type, plainToInstance } from 'class-transformer';
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
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import type { ValidationError, ValidationOptions } from 'class-validator';
import { CLASS_REF, fieldsOf } from '../field';
import type { Class, JsonSchema } from '../field';

/*
 * A second reader of the declarations, for specs: the rules of class-validator, made from the schema of each field. Ajv
 * checks by the same schema in the services. An example that one accepts and the other refuses shows a schema that does
 * not say what was meant.
 */

type Rules = (value: unknown, each?: ValidationOptions) => PropertyDecorator[];

const typeRules: Record<string, (each?: ValidationOptions) => PropertyDecorator> = {
  string: IsString,
  number: (each) => IsNumber({ allowNaN: false, allowInfinity: false }, each),
  integer: IsInt,
  boolean: IsBoolean,
  object: IsObject,
  array: IsArray,
};

const keywordRules: Record<string, Rules> = {
  enum: (values, each) => [IsIn(values as unknown[], each)],
  minLength: (least, each) => [MinLength(least as number, each)],
  maxLength: (most, each) => [MaxLength(most as number, each)],
  pattern: (source, each) => [Matches(new RegExp(source as string, 'u'), each)],
  minimum: (least, each) => [Min(least as number, each)],
  maximum: (most, each) => [Max(most as number, each)],
  exclusiveMinimum: (bound, each) => [Min(bound as number, each), NotEquals(bound, each)],
  minItems: (least) => [ArrayMinSize(least as number)],
  maxItems: (most) => [ArrayMaxSize(most as number)],
  uniqueItems: () => [ArrayUnique()],
};

const ruled = new Set<Class>();

/** @returns what class-validator has against a value of a class; empty when it accepts the value. Unknown members pass. */
export function faultsByRules<T extends object>(type: Class<T>, value: object): ValidationError[] {
  addRules(type);
  return validateSync(plainToInstance(type, value), { forbidUnknownValues: false });
}

/** Adds the rules to a class, and to each class that its fields hold. */
function addRules(type: Class): void {
  if (ruled.has(type)) return;
  ruled.add(type);
  for (const [name, { schema, required }] of fieldsOf(type)) {
    const [plain, isNullable] = withoutNull(schema);
    // Every field has a condition: one without would have that of a base class's field of its name.
    const condition = ValidateIf((_, value) => (required || value !== undefined) && !(isNullable && value === null));
    for (const rule of [condition, ...rulesOf(plain)]) rule(type.prototype as object, name);
  }
}

function rulesOf(schema: JsonSchema): PropertyDecorator[] {
  if (schema.type !== 'array') return schema[CLASS_REF] ? nested(schema) : scalarRules(schema);
  const items = (schema.items ?? {}) as JsonSchema;
  const ofItems = items[CLASS_REF] ? nested(items, { each: true }) : scalarRules(items, { each: true });
  return [...scalarRules(schema), ...ofItems];
}

/** The rules of the type and of the keywords beside it; none of a union, which class-validator cannot say. */
function scalarRules(schema: JsonSchema, each?: ValidationOptions): PropertyDecorator[] {
  if (typeof schema.type !== 'string') return [];
  const ofKeywords = Object.entries(schema).flatMap(([keyword, value]) => keywordRules[keyword]?.(value, each) ?? []);
  return [typeRules[schema.type](each), ...ofKeywords];
}

function nested(schema: JsonSchema, each?: ValidationOptions): PropertyDecorator[] {
  const typeOf = schema[CLASS_REF] as () => Class;
  addRules(typeOf());
  // ValidateNested alone takes a list for an object.
  return [IsObject(each), ValidateNested(each), Type(typeOf)];
}

/** A schema without the null that it allows, and whether it allows null. */
function withoutNull(schema: JsonSchema): [plain: JsonSchema, isNullable: boolean] {
  const choices = (schema.anyOf ?? []) as JsonSchema[];
  const others = choices.filter(({ type }) => type !== 'null');
  if (others.length < choices.length) return [others.length === 1 ? others[0] : {}, true];
  const types = [schema.type ?? []].flat();
  if (!types.includes('null')) return [schema, false];
  const [type, ...more] = types.filter((one) => one !== 'null');
  return [more.length === 0 ? { ...schema, type } : {}, true];
}
