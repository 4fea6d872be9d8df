import { Schema, formats, isObject, knownKeywords, typeOf } from './schema';

const prefix = '#/components/schemas/';
// Jest looks each global up through an interceptor, and a page of documents takes a million looks.
const { isArray } = Array;
const { hasOwn, keys } = Object;

/** Finds what a free object must be, by the object that it stands in; undefined for any object. */
export type FreeForm = (value: Record<string, unknown>, holder: Record<string, unknown>) => Schema | undefined;

const noHolder: Record<string, unknown> = {};

/**
 * Holds JSON values of replies against the schemas of the API document. Stricter than a client: an object has no member that
 * its schema does not name. It reads the schemas as they stand, since compiling those of one test file took longer than all
 * of its replies take here (decision 0215).
 */
export class SchemaVisitor {
  private readonly patterns = new Map<string, RegExp>();
  private readonly checked = new Set<Schema>();
  /** Steps to the value that is walked; written as a text only for a fault. */
  private readonly steps: (string | number)[] = [];
  private faults: string[] = [];
  /** Code of the error that is walked, whose details carry members by code. */
  private code: unknown;

  /** @param schemas of the document, by name. @param free by the name of a free schema */
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly free: Readonly<Record<string, FreeForm>> = {},
  ) {}

  /** What does not fit, as `/path: why`, in the order of the value. @throws Error for a keyword or format that it does not know */
  faultsOf(value: unknown, schema: Schema): string[] {
    this.faults = [];
    this.steps.length = 0;
    this.code = isObject(value) && isObject(value.error) ? value.error.code : undefined;
    this.walk(value, schema, noHolder);
    return this.faults;
  }

  private walk(value: unknown, schema: Schema, holder: Record<string, unknown>): void {
    if (!this.checked.has(schema)) this.assertKnown(schema);
    const codes = schema['x-codes'];
    if (codes && !codes.includes(String(this.code))) this.say(`is not carried by the code ${String(this.code)}`);
    if (schema.$ref !== undefined) return this.walkNamed(value, schema.$ref, holder);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.walkChoices(value, choices, holder);
    const { type: types } = schema;
    if (types !== undefined && !isOneOf(typeOf(value), types))
      return this.say(`is ${typeOf(value)}, not ${[types].flat().join(' or ')}`);
    if (schema.enum && !schema.enum.includes(value)) this.say(`${JSON.stringify(value)} is not in the list`);
    if (schema.const !== undefined && schema.const !== value) this.say(`is not ${String(schema.const)}`);
    if (typeof value === 'string') this.text(value, schema);
    else if (typeof value === 'number') this.within(value, schema.minimum, schema.maximum);
    else if (isArray(value)) this.list(value, schema, holder);
    else if (isObject(value)) this.members(value, schema);
  }

  private walkNamed(value: unknown, ref: string, holder: Record<string, unknown>): void {
    const name = ref.slice(prefix.length);
    const schema = this.schemas[name];
    if (!schema) throw new Error(`The document has no schema ${ref}.`);
    const form = isObject(value) ? this.free[name]?.(value, holder) : undefined;
    if (!form || !isObject(value)) return this.walk(value, schema, holder);
    const before = this.code;
    if (isObject(value.error)) this.code = value.error.code;
    this.walk(value, form, holder);
    this.code = before;
  }

  private walkChoices(value: unknown, choices: readonly Schema[], holder: Record<string, unknown>): void {
    const before = this.faults;
    let nearest: string[] | null = null;
    for (const choice of choices) {
      this.faults = [];
      this.walk(value, choice, holder);
      const [first] = this.faults;
      // What differs deep inside says more than that an object is not null.
      if (first === undefined || nearest === null || depthOf(first) > depthOf(nearest[0])) nearest = this.faults;
      if (first === undefined) break;
    }
    this.faults = before;
    before.push(...(nearest ?? []));
  }

  private text(value: string, { pattern, format, minLength, maxLength }: Schema): void {
    if (pattern !== undefined && !this.regExpOf(pattern).test(value)) this.say(`${value} is not ${pattern}`);
    if (format !== undefined && !formats[format].test(value)) this.say(`${value} is no ${format}`);
    if (minLength !== undefined || maxLength !== undefined) this.within([...value].length, minLength, maxLength);
  }

  private list(value: unknown[], schema: Schema, holder: Record<string, unknown>): void {
    const { items } = schema;
    this.within(value.length, schema.minItems, schema.maxItems);
    if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length)
      this.say('holds a value twice');
    if (!items) return;
    for (let index = 0; index < value.length; index += 1) {
      this.steps.push(index);
      this.walk(value[index], items, holder);
      this.steps.pop();
    }
  }

  private members(value: Record<string, unknown>, schema: Schema): void {
    const { properties, required = [], additionalProperties: others = properties === undefined } = schema;
    const names = keys(value);
    for (const name of required) if (!hasOwn(value, name)) this.say('is missing', name);
    this.within(names.length, schema.minProperties, schema.maxProperties);
    for (const name of names) {
      const own = properties !== undefined && hasOwn(properties, name) ? properties[name] : others;
      if (own === false) this.say('is not in the document', name);
      if (typeof own === 'boolean') continue;
      this.steps.push(name);
      this.walk(value[name], own, value);
      this.steps.pop();
    }
  }

  private within(value: number, least: number | undefined, most: number | undefined): void {
    if (least !== undefined && value < least) this.say(`${value} is less than ${least}`);
    if (most !== undefined && value > most) this.say(`${value} is more than ${most}`);
  }

  /** @param member of the value that is walked, when it is about that */
  private say(why: string, ...member: string[]): void {
    this.faults.push(`${[...this.steps, ...member].map((step) => `/${step}`).join('')}: ${why}`);
  }

  private assertKnown(schema: Schema): void {
    const unknown = keys(schema).find((keyword) => !knownKeywords.has(keyword));
    if (unknown !== undefined) throw new Error(`SchemaWalk does not know the keyword ${unknown}; teach it.`);
    if (schema.format !== undefined && !formats[schema.format])
      throw new Error(`SchemaWalk does not know the format ${schema.format}; teach it.`);
    this.checked.add(schema);
  }

  private regExpOf(pattern: string): RegExp {
    const known = this.patterns.get(pattern);
    if (known) return known;
    const made = new RegExp(pattern, 'u');
    this.patterns.set(pattern, made);
    return made;
  }
}

function isOneOf(type: string, types: string | string[]): boolean {
  const isA = (name: string): boolean => (typeof types === 'string' ? types === name : types.includes(name));
  return isA(type) || (type === 'integer' && isA('number'));
}

function depthOf(fault: string): number {
  return fault.slice(0, fault.indexOf(':')).split('/').length;
}
