import { openApi } from '../api-documents/openapi';
import { routes } from '../routes/routes';
import { narrowings } from './narrowing';
import { type Node, isNode, nodeOf, textsOf, typesOf } from './schema';

type Side = 'sent' | 'received';
type Schema = Record<string, unknown>;

/** A schema of the document with the sides that reach it, each with an operation that does. */
interface Reached {
  schema: Schema;
  place: string;
  sides: Map<Side, Operation>;
}

interface Operation {
  path: string;
  method: string;
}

/** One change of a schema: null where it does not apply, else what it takes away from which side. */
type Mutation = (schema: Schema) => { change: Schema; narrows: Side[] } | null;

const current = JSON.parse(JSON.stringify(openApi(routes))) as Node;
const document = structuredClone(current) as Schema;
const reached = new Map<object, Reached>();

function seek(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => nodeOf(at)[step], document);
}

function walk(value: unknown, side: Side, by: Operation, place: string): void {
  if (!isNode(value)) return;
  const known = reached.get(value);
  if (known?.sides.has(side)) return;
  if (known) known.sides.set(side, by);
  else reached.set(value, { schema: value as Schema, place, sides: new Map([[side, by]]) });
  if (typeof value.$ref === 'string') walk(seek(value.$ref), side, by, value.$ref);
  for (const [name, member] of Object.entries(nodeOf(value.properties))) walk(member, side, by, `${place}.${name}`);
  walk(value.items, side, by, `${place}[]`);
  walk(value.additionalProperties, side, by, `${place}.*`);
  for (const forms of [value.anyOf, value.oneOf]) {
    if (Array.isArray(forms)) forms.forEach((form, at) => walk(form, side, by, `${place}|${at}`));
  }
}

function walkContents(holder: unknown, side: Side, by: Operation): void {
  const { $ref } = nodeOf(holder);
  const { content } = nodeOf(typeof $ref === 'string' ? seek($ref) : holder);
  for (const media of Object.values(nodeOf(content))) walk(nodeOf(media).schema, side, by, `${by.method} ${by.path}`);
}

for (const [path, methods] of Object.entries(nodeOf(document.paths))) {
  for (const [method, operation] of Object.entries(nodeOf(methods))) {
    const { requestBody, responses, parameters } = nodeOf(operation);
    const by = { path, method };
    walkContents(requestBody, 'sent', by);
    for (const response of Object.values(nodeOf(responses))) walkContents(response, 'received', by);
    for (const one of Array.isArray(parameters) ? parameters : []) walk(nodeOf(one).schema, 'sent', by, `${path}?`);
  }
}

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

const mutations: Record<string, Mutation> = {
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

/** A document with the operations alone that reach a schema: comparing all of them takes 50 ms. */
function only(whole: Node, operations: Iterable<Operation>): Node {
  const paths: Record<string, Schema> = {};
  for (const { path, method } of operations) {
    paths[path] = { ...paths[path], [method]: nodeOf(nodeOf(whole.paths)[path])[method] };
  }
  return { ...whole, paths, webhooks: {} };
}

/** Evenly chosen, so that each run tries the same. */
function chosen<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, count);
}

const each = process.env.LONG ? Infinity : 20;

it.each(Object.entries(mutations))('judges rightly wherever %s [VER-01]', (_name, mutate) => {
  const cases = [...reached.values()].flatMap(({ schema, place, sides }) => {
    const made = schema.$ref === undefined ? mutate(schema) : null;
    const isNarrower = made?.narrows.some((side) => sides.has(side)) ?? false;
    return made ? [{ schema, place, sides, change: made.change, isNarrower }] : [];
  });
  expect(cases.length).toBeGreaterThan(10);
  const wrong = chosen(cases, each).flatMap(({ schema, place, sides, change, isNarrower }) => {
    const before = { ...schema };
    Object.assign(schema, change);
    const found = narrowings(only(current, sides.values()), only(document, sides.values()));
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, before);
    return found.length > 0 === isNarrower ? [] : [{ place, change, isNarrower, found }];
  });
  expect(wrong).toEqual([]);
});
