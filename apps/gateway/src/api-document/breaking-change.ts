import { createHash } from 'node:crypto';
import { Document, Node, isNode, nodeOf, textsOf, typesOf } from './schema';

/** Whether clients send a value, or receive it. What is narrower for one may be wider for the other. */
type Side = 'sent' | 'received';

/** Members of a schema whose smaller or larger value refuses more. */
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * What a new version of an OpenAPI document takes away from clients that were written against an old one: within `/v1` there
 * must be none. A client sends what the old document allows, and reads what it promises.
 * @returns one sentence each, with the place
 */
export function breakingChanges(old: Node, next: Node): string[] {
  return new Comparison(new Document(old), new Document(next)).run();
}

class Comparison {
  private readonly found: string[] = [];
  /** Operations that have another id, with the new one. */
  private readonly renamed: string[] = [];
  /** Pairs of references that are compared or under way: schemas may refer to themselves. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly old: Document,
    private readonly next: Document,
  ) {}

  run(): string[] {
    const nextPaths = nodeOf(this.next.root.paths);
    for (const [path, item] of Object.entries(nodeOf(this.old.root.paths))) {
      for (const method of methods) {
        const before = nodeOf(item)[method];
        if (before === undefined) continue;
        const place = `${method.toUpperCase()} ${path}`;
        const after = nodeOf(nextPaths[path])[method];
        if (after === undefined) this.say(place, 'is gone');
        else this.operation(nodeOf(before), nodeOf(after), place);
      }
    }
    for (const [name, hook] of Object.entries(nodeOf(this.old.root.webhooks))) {
      const after = nodeOf(this.next.root.webhooks)[name];
      if (after === undefined) this.say(`webhook ${name}`, 'is gone');
      else this.body(nodeOf(nodeOf(hook).post), nodeOf(nodeOf(after).post), 'received', `webhook ${name}`);
    }
    return [...this.renaming(), ...this.found];
  }

  /** One sentence for all: with a digest of the new ids, so that none of them changes again unseen. */
  private renaming(): string[] {
    if (this.renamed.length < 2)
      return this.renamed.map((place) => `${place.replace(/ \S+$/, '')} has another operationId`);
    const digest = createHash('sha256').update(this.renamed.join('\n')).digest('hex').slice(0, 12);
    return [`${this.renamed.length} operations have another operationId (${digest})`];
  }

  private say(place: string, what: string): void {
    this.found.push(`${place} ${what}`);
  }

  private operation(old: Node, next: Node, place: string): void {
    if (old.operationId !== next.operationId) this.renamed.push(`${place} ${String(next.operationId)}`);
    this.parameters(old, next, place);
    this.body(old, next, 'sent', place);
    if (old.requestBody === undefined && nodeOf(next.requestBody).required === true) this.say(place, 'needs a body');
    const responses = nodeOf(next.responses);
    for (const [status, before] of Object.entries(nodeOf(old.responses))) {
      if (responses[status] === undefined) {
        this.say(`${place} ${status}`, 'is gone');
        continue;
      }
      const response = { requestBody: this.old.resolve(before) };
      this.body(response, { requestBody: this.next.resolve(responses[status]) }, 'received', `${place} ${status}`);
    }
  }

  private parameters(old: Node, next: Node, place: string): void {
    const [before, after] = [this.parametersOf(this.old, old), this.parametersOf(this.next, next)];
    for (const [name, parameter] of before) {
      const now = after.get(name);
      if (!now) this.say(`${place} parameter ${name}`, 'is gone');
      else this.schema(parameter.schema, now.schema, 'sent', `${place} parameter ${name}`);
    }
    for (const [name, { required }] of after) {
      if (required === true && before.get(name)?.required !== true)
        this.say(`${place} parameter ${name}`, 'is required');
    }
  }

  private parametersOf(document: Document, operation: Node): Map<string, Node> {
    const list = Array.isArray(operation.parameters) ? operation.parameters : [];
    return new Map(
      list.map((one) => document.resolve(one)).map((one) => [`${String(one.in)} ${String(one.name)}`, one]),
    );
  }

  private body(old: Node, next: Node, side: Side, place: string): void {
    const contents = nodeOf(nodeOf(next.requestBody).content);
    for (const [type, before] of Object.entries(nodeOf(nodeOf(old.requestBody).content))) {
      const after = contents[type];
      if (after === undefined) this.say(`${place} ${type}`, 'is gone');
      else this.schema(nodeOf(before).schema, nodeOf(after).schema, side, place);
    }
  }

  private schema(oldValue: unknown, nextValue: unknown, side: Side, place: string): void {
    const pair = `${side} ${String(nodeOf(oldValue).$ref)} ${String(nodeOf(nextValue).$ref)}`;
    if (nodeOf(oldValue).$ref !== undefined && nodeOf(nextValue).$ref !== undefined) {
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
    }
    const [old, next] = [this.old.resolve(oldValue), this.next.resolve(nextValue)];
    this.types(old, next, side, place);
    this.values(old, next, side, place);
    if (side === 'sent') this.bounds(old, next, place);
    this.members(old, next, side, place);
    if (old.items !== undefined && next.items !== undefined) this.schema(old.items, next.items, side, `${place}[]`);
    if (isNode(old.additionalProperties) && isNode(next.additionalProperties)) {
      this.schema(old.additionalProperties, next.additionalProperties, side, `${place}.*`);
    }
    this.choices(old, next, side, place);
  }

  /** Clients may go on to send each old type, and receive no new one. */
  private types(old: Node, next: Node, side: Side, place: string): void {
    const [before, after] = [typesOf(old), typesOf(next)];
    if (side === 'sent') {
      const gone = after.length === 0 ? [] : before.filter((type) => !accepts(after, type));
      if (gone.length > 0) this.say(place, `takes no ${gone.join(', ')}`);
      if (before.length === 0 && after.length > 0 && old.anyOf === undefined && old.oneOf === undefined) {
        this.say(place, `takes ${after.join(', ')} only`);
      }
      return;
    }
    const isAny = after.length === 0 && !['anyOf', 'oneOf', 'enum', 'const'].some((one) => next[one] !== undefined);
    if (before.length > 0 && isAny) this.say(place, 'may be of any type');
    const more = before.length === 0 ? [] : after.filter((type) => !accepts(before, type));
    if (more.length > 0) this.say(place, `may be ${more.join(', ')}`);
  }

  /** An enum that clients send keeps its values; one that they receive may grow. */
  private values(old: Node, next: Node, side: Side, place: string): void {
    if (side === 'received') return;
    const [before, after] = [valuesOf(old), valuesOf(next)];
    if (after === null) return;
    if (before === null) this.say(place, 'takes only some values');
    else {
      const gone = before.filter((value) => !after.includes(value));
      if (gone.length > 0) this.say(place, `no longer takes ${gone.join(', ')}`);
    }
  }

  private bounds(old: Node, next: Node, place: string): void {
    for (const bound of upperBounds) {
      const [before, after] = [numberOf(old[bound], Infinity), numberOf(next[bound], Infinity)];
      if (after < before) this.say(place, `has a smaller ${bound}`);
    }
    for (const bound of lowerBounds) {
      const [before, after] = [numberOf(old[bound], -Infinity), numberOf(next[bound], -Infinity)];
      if (after > before) this.say(place, `has a larger ${bound}`);
    }
    for (const rule of ['pattern', 'format'] as const) {
      if (next[rule] !== undefined && next[rule] !== old[rule]) this.say(place, `has another ${rule}`);
    }
    if (next.uniqueItems === true && old.uniqueItems !== true) this.say(place, 'takes no value twice');
  }

  private members(old: Node, next: Node, side: Side, place: string): void {
    const [before, after] = [nodeOf(old.properties), nodeOf(next.properties)];
    const [needed, needs] = [textsOf(old.required), textsOf(next.required)];
    for (const [name, schema] of Object.entries(before)) {
      if (after[name] !== undefined) this.schema(schema, after[name], side, `${place}.${name}`);
      else if (side === 'received' || next.additionalProperties === false) this.say(`${place}.${name}`, 'is gone');
    }
    if (side === 'sent') {
      for (const name of needs.filter((one) => !needed.includes(one))) this.say(`${place}.${name}`, 'is required');
      if (next.additionalProperties === false && old.additionalProperties !== false)
        this.say(place, 'takes no other members');
      return;
    }
    for (const name of needed.filter((one) => after[one] !== undefined && !needs.includes(one))) {
      this.say(`${place}.${name}`, 'may be missing');
    }
  }

  /** Alternatives are compared in their order: new ones come last. */
  private choices(old: Node, next: Node, side: Side, place: string): void {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const before = Array.isArray(old[keyword]) ? old[keyword] : [];
      const after = Array.isArray(next[keyword]) ? next[keyword] : [];
      if (side === 'sent' && before.length > 0 && after.length < before.length) this.say(place, `has fewer forms`);
      before.slice(0, after.length).forEach((one, at) => this.schema(one, after[at], side, `${place}|${at}`));
    }
  }
}

function accepts(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function valuesOf({ enum: values, const: only }: Node): unknown[] | null {
  if (Array.isArray(values)) return values;
  return only === undefined ? null : [only];
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
