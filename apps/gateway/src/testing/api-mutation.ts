import { isNode, nodeOf, textsOf, typesOf } from '../api-document/schema';

/** Whether clients send a value, or receive it. */
export type Side = 'sent' | 'received';
export type Schema = Record<string, unknown>;

/** One change of a schema: null where it does not apply, else what it takes away from which side. */
export type Mutation = (schema: Schema) => { change: Schema; narrows: Side[] } | null;

const boundOf: Record<string, string> = { string: 'Length', array: 'Items' };
const namesOf = (schema: Schema) => Object.keys(nodeOf(schema.properties));
const numberType = (schema: Schema) => typesOf(schema).some((type) => type === 'integer' || type === 'number');

function bound(schema: Schema, end: 'max' | 'min', step: number): Schema | null {
  const type = typesOf(schema).find((one) => boundOf[one] !== undefined);
  const name = type ? `${end}${boundOf[type]}` : numberType(schema) ? `${end}imum` : null;
  if (name === null || schema.enum !== undefined) return null;
  const at = schema[name];
  return { [name]: typeof at === 'number' ? at + step : 1 };
}

/** Kinds of changes of an API document, by what happens. */
export const mutations: Record<string, Mutation> = {
  'a member goes': (schema) => {
    const [gone, ...left] = namesOf(schema);
    if (gone === undefined) return null;
    const properties = Object.fromEntries(left.map((name) => [name, nodeOf(schema.properties)[name]]));
    const required = textsOf(schema.required).filter((name) => name !== gone);
    const isClosed = schema.additionalProperties === false;
    return { change: { properties, required }, narrows: isClosed ? ['sent', 'received'] : ['received'] };
  },
  'a member comes': (schema) =>
    isNode(schema.properties)
      ? { change: { properties: { ...schema.properties, brand_new: { type: 'string' } } }, narrows: [] }
      : null,
  'a member becomes required': (schema) => {
    const required = textsOf(schema.required);
    const name = namesOf(schema).find((one) => !required.includes(one));
    return name === undefined ? null : { change: { required: [...required, name] }, narrows: ['sent'] };
  },
  'a member becomes optional': (schema) => {
    const [name, ...required] = textsOf(schema.required);
    if (name === undefined || !namesOf(schema).includes(name)) return null;
    return { change: { required }, narrows: ['received'] };
  },
  'null comes': (schema) => {
    const types = typesOf(schema);
    if (types.length === 0 || types.includes('null')) return null;
    return { change: { type: [...types, 'null'] }, narrows: ['received'] };
  },
  'null goes': (schema) => {
    const types = typesOf(schema);
    if (!types.includes('null') || types.length === 1) return null;
    return { change: { type: types.filter((type) => type !== 'null') }, narrows: ['sent'] };
  },
  'another type comes instead': (schema) => {
    const types = typesOf(schema);
    const other = ['string', 'boolean', 'array'].find((type) => !types.includes(type));
    return types.length === 0 || !other ? null : { change: { type: other }, narrows: ['sent', 'received'] };
  },
  // The values of an enum and the forms of `anyOf` say by themselves what they are.
  'the type goes': (schema) =>
    schema.type === undefined || ['enum', 'const', 'anyOf', 'oneOf'].some((one) => schema[one] !== undefined)
      ? null
      : { change: { type: undefined }, narrows: ['received'] },
  'a value goes': (schema) =>
    Array.isArray(schema.enum) && schema.enum.length > 1
      ? { change: { enum: schema.enum.slice(1) }, narrows: ['sent'] }
      : null,
  'a value comes': (schema) =>
    Array.isArray(schema.enum) ? { change: { enum: [...(schema.enum as unknown[]), 'brand_new'] }, narrows: [] } : null,
  'an upper bound falls': (schema) => {
    const change = bound(schema, 'max', -1);
    return change && { change, narrows: ['sent'] };
  },
  'a lower bound rises': (schema) => {
    const change = bound(schema, 'min', 1);
    return change && { change, narrows: ['sent'] };
  },
  'a pattern comes': (schema) =>
    typesOf(schema).includes('string') ? { change: { pattern: '^brand new$' }, narrows: ['sent'] } : null,
  'a pattern goes': (schema) => (schema.pattern === undefined ? null : { change: { pattern: undefined }, narrows: [] }),
  'a description changes': () => ({ change: { description: 'Said in other words.' }, narrows: [] }),
};
