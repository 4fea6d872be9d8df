import { Schema, formats, isObject, knownKeywords, typeOf } from './schema';

const prefix = '#/components/schemas/';

/** Finds what a free object must be, by the object that it stands in; undefined for any object. */
export type FreeForm = (value: Record<string, unknown>, holder: Record<string, unknown>) => Schema | undefined;

/**
 * Holds JSON values of replies against the schemas of the API document. Stricter than a client: an object has no member that
 * its schema does not name. It reads the schemas as they stand, since compiling those of one test file took longer than all
 * of its replies take here (docs/decisions/0215).
 */
export class SchemaWalk {
  private readonly patterns = new Map<string, RegExp>();
  private readonly checked = new WeakSet<Schema>();
  /** Code of the error that is walked, whose details carry members by code. */
  private code: unknown;

  /** @param schemas of the document, by name. @param free by the name of a free schema */
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly free: Readonly<Record<string, FreeForm>> = {},
  ) {}

  /** What does not fit, as `/path: why`, in the order of the value. @throws Error for a keyword or format that it does not know */
  faultsOf(value: unknown, schema: Schema): string[] {
    const faults: string[] = [];
    this.code = isObject(value) && isObject(value.error) ? value.error.code : undefined;
    this.walk(value, schema, '', {}, faults);
    return faults;
  }

  private walk(value: unknown, schema: Schema, at: string, holder: Record<string, unknown>, faults: string[]): void {
    this.assertKnown(schema);
    const codes = schema['x-codes'];
    if (codes && !codes.includes(String(this.code)))
      faults.push(`${at}: is not carried by the code ${String(this.code)}`);
    if (schema.$ref !== undefined) return this.walkNamed(value, schema.$ref, at, holder, faults);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.walkChoices(value, choices, at, holder, faults);
    const type = typeOf(value);
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number'))) {
      faults.push(`${at}: is ${type}, not ${types.join(' or ')}`);
      return;
    }
    if (schema.enum && !schema.enum.includes(value)) faults.push(`${at}: ${JSON.stringify(value)} is not in the list`);
    if (schema.const !== undefined && schema.const !== value) faults.push(`${at}: is not ${String(schema.const)}`);
    if (typeof value === 'string') this.text(value, schema, at, faults);
    if (typeof value === 'number') within(value, schema.minimum, schema.maximum, at, faults);
    if (Array.isArray(value)) this.list(value, schema, at, holder, faults);
    if (isObject(value)) this.members(value, schema, at, faults);
  }

  private walkNamed(value: unknown, ref: string, at: string, holder: Record<string, unknown>, faults: string[]): void {
    const name = ref.slice(prefix.length);
    const schema = this.schemas[name];
    if (!schema) throw new Error(`The document has no schema ${ref}.`);
    const form = isObject(value) ? this.free[name]?.(value, holder) : undefined;
    const before = this.code;
    if (form && isObject(value) && isObject(value.error)) this.code = value.error.code;
    this.walk(value, form ?? schema, at, holder, faults);
    this.code = before;
  }

  private walkChoices(
    value: unknown,
    choices: readonly Schema[],
    at: string,
    holder: Record<string, unknown>,
    faults: string[],
  ): void {
    let nearest: string[] | null = null;
    for (const choice of choices) {
      const of: string[] = [];
      this.walk(value, choice, at, holder, of);
      if (of.length === 0) return;
      // What differs deep inside says more than that an object is not null.
      if (nearest === null || depthOf(of[0]) > depthOf(nearest[0])) nearest = of;
    }
    faults.push(...(nearest ?? []));
  }

  private text(value: string, { pattern, format, minLength, maxLength }: Schema, at: string, faults: string[]): void {
    if (pattern !== undefined && !this.regExpOf(pattern).test(value)) faults.push(`${at}: ${value} is not ${pattern}`);
    if (format !== undefined && !formats[format].test(value)) faults.push(`${at}: ${value} is no ${format}`);
    if (minLength !== undefined || maxLength !== undefined) within([...value].length, minLength, maxLength, at, faults);
  }

  private list(value: unknown[], schema: Schema, at: string, holder: Record<string, unknown>, faults: string[]): void {
    within(value.length, schema.minItems, schema.maxItems, at, faults);
    if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length)
      faults.push(`${at}: holds a value twice`);
    const { items } = schema;
    if (items) value.forEach((one, index) => this.walk(one, items, `${at}/${index}`, holder, faults));
  }

  private members(value: Record<string, unknown>, schema: Schema, at: string, faults: string[]): void {
    const { properties = {}, required = [], additionalProperties: others = schema.properties === undefined } = schema;
    for (const name of required) if (!Object.hasOwn(value, name)) faults.push(`${at}/${name}: is missing`);
    const names = Object.keys(value);
    within(names.length, schema.minProperties, schema.maxProperties, at, faults);
    for (const name of names) {
      const own = Object.hasOwn(properties, name) ? properties[name] : others;
      if (own === false) faults.push(`${at}/${name}: is not in the document`);
      else if (own !== true) this.walk(value[name], own, `${at}/${name}`, value, faults);
    }
  }

  private assertKnown(schema: Schema): void {
    if (this.checked.has(schema)) return;
    const unknown = Object.keys(schema).find((keyword) => !knownKeywords.has(keyword));
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

function within(value: number, least = -Infinity, most = Infinity, at: string, faults: string[]): void {
  if (value < least || value > most) faults.push(`${at}: ${value} is not from ${least} to ${most}`);
}

function depthOf(fault: string): number {
  return fault.slice(0, fault.indexOf(':')).split('/').length;
}
