import { CLASS_REF, Class, JsonSchema, fieldsOf } from './field';

export interface SchemaOptions {
  /** Prefix of references to definitions: `#/$defs/` or `#/components/schemas/`. */
  refPrefix?: string;
  /** Whether unknown members are refused: true for requests; replies may gain members. */
  closed: boolean;
}

/** The JSON Schemas (2020-12) of a class and of every class it refers to, by class name. */
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
    const referred = (node as JsonSchema)[CLASS_REF] as (() => Class) | undefined;
    if (referred) {
      const type = referred();
      visit(type);
      const { [CLASS_REF]: _, ...rest } = node as JsonSchema;
      return { ...rest, $ref: `${prefix}${type.name}` };
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  types.forEach(visit);
  return out;
}

/** One self-contained JSON Schema of a class. */
export function schemaOf(type: Class, options: { closed: boolean }): JsonSchema {
  const { [type.name]: own, ...defs } = collectSchemas([type], options);
  return Object.keys(defs).length > 0 || JSON.stringify(own).includes(`#/$defs/${type.name}`)
    ? { $ref: `#/$defs/${type.name}`, $defs: { ...defs, [type.name]: own } }
    : own;
}
