import type { Filter, Where } from '../filter/filter';
import { indexedKeys } from '../sql/attribute-sql';
import type { AttributeCondition } from '../sql/scope';
import type { OrderKey } from './order';

/** An equality on an attribute, which every result fulfils. */
export interface DrivingEquality {
  name: string;
  key: Buffer;
}

/** An order by at most one attribute and then by id. */
export interface AttributeOrder {
  attribute?: { name: string; direction: OrderKey['direction'] };
  id: OrderKey['direction'];
}

/** Keys that an attribute beside the driving one must have. */
export interface OtherKeys {
  name: string;
  keys: AttributeCondition['keys'];
}

type AttributeWhere = Where & { path: { root: 'attributes'; name: string } };

function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'all' ? filter.of.flatMap(conjuncts) : [filter];
}

/** An order by at most one attribute and then by id; undefined for other orders. */
export function attributeOrderOf([first, second, ...more]: readonly OrderKey[]): AttributeOrder | undefined {
  if (first === undefined) return { id: 'asc' };
  if (first.path.root === 'id') return { id: first.direction };
  if (first.path.root !== 'attributes') return undefined;
  const attribute = { name: first.path.name, direction: first.direction };
  if (second === undefined) return { attribute, id: 'asc' };
  return second.path.root === 'id' && more.length === 0 ? { attribute, id: second.direction } : undefined;
}

function isOf({ name, key }: DrivingEquality, { path, tests }: AttributeWhere): boolean {
  const keys = indexedKeys(tests);
  if (path.name !== name || keys === undefined) return false;
  if ('oneOf' in keys) return keys.oneOf.length === 1 && keys.oneOf[0]!.equals(key);
  return keys.from.equals(key) && keys.to.equals(Buffer.concat([key, Buffer.from([0])]));
}

/** The conditions beside the driving equality; undefined when one needs more than keys. */
export function otherKeysOf(filter: Filter, driving: DrivingEquality): OtherKeys[] | undefined {
  const others: OtherKeys[] = [];
  for (const part of conjuncts(filter)) {
    if (part.kind !== 'where' || part.path.root !== 'attributes') return undefined;
    const where = { ...part, path: part.path };
    if (isOf(driving, where)) continue;
    const keys = indexedKeys(where.tests);
    // An empty `in` or range matches nothing, and each document has each of these keys at most once.
    if (keys === undefined) return undefined;
    others.push({ name: where.path.name, keys });
  }
  return others;
}

/** The comparison of what follows in a direction. */
export const beyond = (direction: OrderKey['direction']) => (direction === 'asc' ? '>' : '<');
