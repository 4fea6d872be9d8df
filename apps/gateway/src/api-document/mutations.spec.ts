import { openApi } from './openapi';
import { routes } from '../routes/routes';
import { type Schema, type Side, mutations } from '../testing/api-mutation';
import { breakingChanges } from './breaking-change';
import { type Node, isNode, nodeOf } from './schema';

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
    const found = breakingChanges(only(current, sides.values()), only(document, sides.values()));
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, before);
    return found.length > 0 === isNarrower ? [] : [{ place, change, isNarrower, found }];
  });
  expect(wrong).toEqual([]);
});
