import { invalid } from '@app/problem';
import { readFieldUnder, readFields } from '../path/field';
import { readDuration } from '../reading/duration';
import type { Members } from '../reading/member';
import {
  isName,
  own,
  readArray,
  readInteger,
  readObject,
  readOneOf,
  refuseOthers,
  refuseRepeats,
  under,
} from '../reading/member';
import type { ArrayWindow, Json } from '../reading/value';
import type { Join, JoinPath, RelationOrder } from './edge';
import type { ParseRelationWhere, Relation } from './relation';
import { parseUpstreamAnswers } from './upstream';

const maxRelations = 8;
const maxFields = 64;
const maxKeys = 4;
const maxItems = 200;
const defaultItems = 20;
const known = ['join', 'where', 'fields', 'order_by', 'last_n', 'window', 'answers'];
const roots = ['id', 'created_at', 'updated_at', 'attributes', 'state'] as const;

/** The newest documents first. */
export const newestFirst: readonly RelationOrder[] = [{ path: 'created_at', direction: 'desc' }];

/**
 * Parses the relations of a recipe, at most 8 by name, into normal form.
 * @throws Problem `invalid_request`
 */
export function parseRelations(
  value: unknown,
  pointer: string,
  parseWhere: ParseRelationWhere,
): Record<string, Relation> {
  const entries = Object.entries(readObject(value, pointer));
  if (entries.length > maxRelations) {
    const sentence = `A recipe has at most ${maxRelations} relations; leave some out.`;
    throw invalid('bad_bounds', pointer, sentence, { limit: maxRelations });
  }
  const relations = entries.map(([name, relation]): [string, Relation] => {
    const place = under(pointer, name);
    if (isName(name)) return [name, parseRelation(relation, place, parseWhere)];
    throw invalid('bad_name', place, 'A relation must be named by 1 to 128 letters, digits, `_` or `-`.');
  });
  return Object.fromEntries(relations.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parseRelation(value: unknown, pointer: string, parseWhere: ParseRelationWhere): Relation {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, known);
  const relation: Relation = {
    join: parseJoin(own(members, 'join'), under(pointer, 'join')),
    fields: parseFields(members, pointer),
    order_by: parseOrder(members, pointer),
    last_n: Object.hasOwn(members, 'last_n')
      ? readInteger(members.last_n, under(pointer, 'last_n'), 1, maxItems)
      : defaultItems,
  };
  if (Object.hasOwn(members, 'where')) relation.where = parseFilter(members.where, under(pointer, 'where'), parseWhere);
  if (Object.hasOwn(members, 'window')) relation.window = readWindow(members.window, under(pointer, 'window'));
  if (Object.hasOwn(members, 'answers')) {
    relation.answers = parseUpstreamAnswers(members.answers, under(pointer, 'answers'));
  }
  return relation;
}

function readPath(value: unknown, pointer: string): string {
  const sentence = 'A relation reads id, created_at, updated_at, attributes.<name> and state.<dotted path>, no images.';
  return readFieldUnder(value, pointer, roots, sentence);
}

function parseFields(members: Members, pointer: string): string[] {
  const place = under(pointer, 'fields');
  const sent = own(members, 'fields');
  const hasAnswers = Object.hasOwn(members, 'answers');
  if (hasAnswers && (sent === undefined || (Array.isArray(sent) && sent.length === 0))) return [];
  return readRelatedFields(sent, place, maxFields);
}

/** Reads different paths of a related document, 1 to `max`. @throws Problem `invalid_request` */
export function readRelatedFields(value: unknown, pointer: string, max: number): string[] {
  return readFields(value, pointer, readPath, max);
}

function parseJoin(value: unknown, pointer: string): Join {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['theirs', 'mine']);
  const side = (name: keyof Join) => {
    const sentence =
      'Documents join by `id` or `attributes.<name>`, which are indexed; copy the value to an attribute.';
    return readFieldUnder(own(members, name), under(pointer, name), ['id', 'attributes'], sentence) as JoinPath;
  };
  return { theirs: side('theirs'), mine: side('mine') };
}

function parseFilter(value: unknown, pointer: string, parseWhere: ParseRelationWhere): { [key: string]: Json } {
  const where = readObject(value, pointer);
  parseWhere(where, pointer);
  return where as { [key: string]: Json };
}

function parseOrder(members: Members, pointer: string): RelationOrder[] {
  if (!Object.hasOwn(members, 'order_by')) return [...newestFirst];
  const place = under(pointer, 'order_by');
  const keys = readArray(members.order_by, place, 1, maxKeys).map((entry, index): RelationOrder => {
    const at = under(place, index);
    const key = readObject(entry, at);
    refuseOthers(key, at, ['path', 'direction']);
    const direction = Object.hasOwn(key, 'direction')
      ? readOneOf(key.direction, under(at, 'direction'), ['asc', 'desc'] as const)
      : 'asc';
    return { path: readPath(own(key, 'path'), under(at, 'path')), direction };
  });
  refuseRepeats(
    keys.map(({ path }) => path),
    (index) => under(under(place, index), 'path'),
  );
  return keys;
}

/** Reads the time within which related documents are read. @throws Problem `invalid_request` */
export function readWindow(value: unknown, pointer: string): ArrayWindow {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['at', 'within']);
  const sentence =
    '`at` needs a path that can hold a timestamp: created_at, updated_at, attributes.<name> or state.<path>.';
  const at = readFieldUnder(own(members, 'at'), under(pointer, 'at'), roots.slice(1), sentence);
  return { at, within: readDuration(own(members, 'within'), under(pointer, 'within'), 1) };
}
