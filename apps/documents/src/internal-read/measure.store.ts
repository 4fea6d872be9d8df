import { elementTag } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { joinKeySql } from '../document/join-key';
import { Selected } from './scan-sql';

/** Related documents that a measurement looks at. */
const sampledMost = 2_000;
/** Documents counted of one key, and of a relation. */
const countedMost = 200_000;

export interface SampledDocument {
  id: string;
  /** JSON of the attribute by which it joins; null when it joins by its id. */
  value: unknown;
}

/** The related documents that changed last, newest first. */
export async function sampleRelated(
  from: Queryable,
  { sql, scope }: Selected,
  theirs: string | null,
): Promise<SampledDocument[]> {
  const value = theirs === null ? 'null::jsonb' : `d.attributes -> ${scope.param(theirs)}::text`;
  const { rows } = await from.query<SampledDocument>(
    `select d.id, ${value} as value ${sql} order by d.updated_at desc, d.id limit ${sampledMost}`,
    scope.params,
  );
  return rows;
}

/** How many documents of a selection there are, up to a bound. */
export async function countSelected(from: Queryable, { sql, scope }: Selected): Promise<number> {
  const { rows } = await from.query<{ count: string }>(
    `select count(*) as count from (select ${sql} limit ${countedMost}) d`,
    scope.params,
  );
  return Number(rows[0].count);
}

/** How many of the selected documents have each key of an attribute, up to a bound. */
export async function countByKey(
  from: Queryable,
  { sql, scope }: Selected,
  mine: string,
  keys: readonly Buffer[],
): Promise<number[]> {
  const namespace = scope.namespaceParam();
  const [name, all] = [`${scope.param(mine)}::text`, `${scope.param(keys)}::bytea[]`];
  const of = (key: string) =>
    `select k.document_id from attribute k where k.namespace_id = ${namespace} and k.name = ${name} and k.key = ${key}`;
  const element = `decode('${elementTag.toString(16)}', 'hex') || x.key`;
  const { rows } = await from.query<{ count: string }>(
    `select (select count(*) from (
        select from (${of('x.key')} union ${of(element)}) k
        where exists (select ${sql} and d.id = k.document_id) limit ${countedMost}) c) as count
     from unnest(${all}) with ordinality x(key, place) order by x.place`,
    scope.params,
  );
  return rows.map(({ count }) => Number(count));
}

/** How many of the selected documents have ids that are keys of an attribute, up to a bound. */
export async function countEntities(from: Queryable, { sql, scope }: Selected, theirs: string): Promise<number> {
  const [namespace, name] = [scope.namespaceParam(), `${scope.param(theirs)}::text`];
  const { rows } = await from.query<{ count: string }>(
    `select count(*) as count from (
       select distinct ${joinKeySql('k.key')} as key from attribute k
       where k.namespace_id = ${namespace} and k.name = ${name} limit ${countedMost}) k
     where exists (select ${sql} and d.id = ${textOf('k.key')})`,
    scope.params,
  );
  return Number(rows[0].count);
}

/** Which of the ids are selected documents. */
export async function readExisting(
  from: Queryable,
  { sql, scope }: Selected,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await from.query<{ id: string }>(
    `select d.id ${sql} and d.id = any(${scope.param(ids)}::text[])`,
    scope.params,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The id that a key of a string names; null for a key of another type. */
function textOf(key: string): string {
  return `case when get_byte(${key}, 0) = 48 then convert_from(substr(${key}, 2), 'UTF8') end`;
}
