import { EngineRef } from './engine-ref';
import { CLASS_REF, Class, JsonSchema, NAMED, fieldsOf } from './field';
import { CalibrationOutcomeFilter } from './outcome-filter';
import { PublishedName, publishedSchemas } from './published';

/** Classes that published schemas refer to by name. */
const referable: Record<string, Class> = { EngineRef, CalibrationOutcomeFilter };

export interface SchemaOptions {
  /** Prefix of references to definitions: `#/$defs/` or `#/components/schemas/`. */
  refPrefix?: string;
  /** Whether unknown members are refused: true for requests; replies may gain members. */
  closed: boolean;
  /** Whether members that have a published schema refer to it, as in documents for people; false for validators. */
  named?: boolean;
}

/** The JSON Schemas (2020-12) of a class and of every class and published schema it refers to, by name. */
export function collectSchemas(types: Class[], options: SchemaOptions): Record<string, JsonSchema> {
  const prefix = options.refPrefix ?? '#/$defs/';
  const out: Record<string, JsonSchema> = {};
  const visit = (type: Class): void => {
    if (out[type.name]) return;
    const properties: Record<string, unknown> = {};
    const schema: JsonSchema = { type: 'object', properties };
    out[type.name] = schema;
    const required: string[] = [];
    for (const [name, f] of fieldsOf(type)) {
      properties[name] = resolve(f.schema);
      if (f.required) required.push(name);
    }
    if (required.length > 0) schema.required = required;
    if (options.closed) schema.additionalProperties = false;
  };
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== 'object') return node;
    const { [CLASS_REF]: referred, [NAMED]: name, ...rest } = node as JsonSchema;
    if (referred) {
      const type = (referred as () => Class)();
      visit(type);
      return { ...rest, $ref: `${prefix}${type.name}` };
    }
    if (name && options.named) return namedSchema(rest, publish(String(name)));
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value)]));
  };
  /** Adds a published schema with those that it refers to. @returns its address */
  const publish = (name: string): string => {
    if (referable[name]) {
      visit(referable[name]);
      return `${prefix}${name}`;
    }
    const schema = publishedSchemas[name as PublishedName] as JsonSchema | undefined;
    if (!schema) throw new Error(`There is no published schema ${name}`);
    if (!out[name]) {
      out[name] = {};
      Object.assign(out[name], resolvePublished(schema));
    }
    return `${prefix}${name}`;
  };
  const resolvePublished = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolvePublished);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? publish(value) : resolvePublished(value),
      ]),
    );
  };
  types.forEach(visit);
  return out;
}

/** A reference in place of a plain type, which may be null when the plain type may be. */
function namedSchema({ type, description }: JsonSchema, $ref: string): JsonSchema {
  const isNullable = Array.isArray(type) && type.includes('null');
  const schema = isNullable ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref };
  return description === undefined ? schema : { description, ...schema };
}

/** One self-contained JSON Schema of a class. */
export function schemaOf(type: Class, options: { closed: boolean }): JsonSchema {
  const { [type.name]: own, ...defs } = collectSchemas([type], options);
  return Object.keys(defs).length > 0 || JSON.stringify(own).includes(`#/$defs/${type.name}`)
    ? { $ref: `#/$defs/${type.name}`, $defs: { ...defs, [type.name]: own } }
    : own;
}
