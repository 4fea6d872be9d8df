import type { Named, Tx } from '@app/persistence';
import { AggregateKind } from './parse-group';
import { Member } from './member';

/** The rows of a group in a namespace. The caller holds the lock of the namespace's groups. */
export interface GroupPlace {
  namespaceId: string;
  generation: string;
  /** Kinds of the aggregates, in the order of the members' numbers. */
  kinds: readonly AggregateKind[];
  /** Keys of their own that a group has; documents of further keys count together. */
  maxKeys: number;
}

/** A member as it is stored. */
interface StoredMember extends Member {
  /** It counts in the row of further keys. */
  overflow: boolean;
}

const readMembers: Named = {
  name: 'group-members-read',
  text: `select document_id as document, key, overflow, stale, at, numbers::text[] as numbers from group_member
    where namespace_id = $1 and generation = $2 and document_id = any($3::text[])`,
};

/**
 * Replaces what documents count as, and moves the values of their keys by the difference. Equal members write nothing.
 * @param documents all whose members are replaced; one without members counts no more
 */
export async function replaceMembers(
  tx: Tx,
  place: GroupPlace,
  documents: readonly string[],
  members: readonly Member[],
): Promise<void> {
  const stored = await readStoredMembers(tx, place, documents);
  const now = new Map(members.map((member) => [memberKey(member), member]));
  const gone = [...stored].filter(([key, member]) => !same(member, now.get(key))).map(([, member]) => member);
  const came = [...now].filter(([key, member]) => !same(member, stored.get(key))).map(([, member]) => member);
  if (gone.length > 0) await takeAway(tx, place, gone);
  const added = came.length > 0 ? await add(tx, place, came) : [];
  const touched = [...gone, ...added];
  if (touched.length > 0 && place.kinds.includes('latest')) {
    await tx.query(setLatest, [place.namespaceId, place.generation, changeText(touched), place.kinds]);
  }
}

function memberKey({ document, key }: Member): string {
  return `${key.toString('hex')} ${document}`;
}

function same(a: Member, b: Member | undefined): boolean {
  return (
    b !== undefined && a.stale === b.stale && a.at === b.at && a.numbers.every((number, n) => number === b.numbers[n])
  );
}

async function readStoredMembers(
  tx: Tx,
  { namespaceId, generation }: GroupPlace,
  documents: readonly string[],
): Promise<Map<string, StoredMember>> {
  const { rows } = await tx.query<Omit<StoredMember, 'at' | 'numbers'> & { at: Date; numbers: (string | null)[] }>(
    readMembers,
    [namespaceId, generation, documents],
  );
  const members = rows.map(({ at, numbers, ...row }): StoredMember => ({
    ...row,
    at: at.toISOString(),
    numbers: numbers.map((number) => (number === null ? null : Number(number))),
  }));
  return new Map(members.map((member) => [memberKey(member), member]));
}

async function takeAway(
  tx: Tx,
  { namespaceId, generation, kinds }: GroupPlace,
  gone: readonly StoredMember[],
): Promise<void> {
  const place = [namespaceId, generation];
  await tx.query(deleteMembers, [...place, gone.map(({ document }) => document), gone.map(({ key }) => key)]);
  await tx.query(subtract, [...place, changeText(gone), kinds]);
  await tx.query(deleteEmpty, [...place, changeText(gone)]);
}

async function add(tx: Tx, place: GroupPlace, came: readonly Member[]): Promise<StoredMember[]> {
  const { namespaceId, generation } = place;
  const overflowing = await readOverflowingKeys(tx, place, came);
  const added = came.map((member) => ({ ...member, overflow: overflowing.has(member.key.toString('hex')) }));
  await tx.query(insertMembers, [namespaceId, generation, changeText(added)]);
  await tx.query(addValues, [namespaceId, generation, changeText(added)]);
  return added;
}

/** Of the keys of members, those that count together. A key has all its documents in one row, its own or that one. */
async function readOverflowingKeys(tx: Tx, place: GroupPlace, came: readonly Member[]): Promise<Set<string>> {
  const { namespaceId, generation, maxKeys } = place;
  const keys = [...new Set(came.map(({ key }) => key.toString('hex')))].sort();
  const { rows } = await tx.query<{ key: string; overflow: boolean }>(findKeys, [namespaceId, generation, keys]);
  const known = new Map(rows.map(({ key, overflow }) => [key, overflow]));
  const fresh = keys.filter((key) => !known.has(key));
  const overflowing = keys.filter((key) => known.get(key) === true);
  if (fresh.length > 0) {
    const { rows: counted } = await tx.query<{ n: string }>(countKeys, [namespaceId, generation]);
    overflowing.push(...fresh.slice(Math.max(0, maxKeys - Number(counted[0].n))));
  }
  return new Set(overflowing);
}

/** The parameter `change` of the statements. */
function changeText(members: readonly StoredMember[]): string {
  return JSON.stringify(members.map(({ key, ...member }) => ({ ...member, key: key.toString('hex') })));
}

const deleteMembers = `
delete from group_member m using unnest($3::text[], $4::bytea[]) x(document_id, key)
where m.namespace_id = $1 and m.generation = $2 and m.document_id = x.document_id and m.key = x.key`;

const insertMembers = `
insert into group_member (namespace_id, generation, document_id, key, overflow, stale, at, numbers)
select $1, $2, c.document, decode(c.key, 'hex'), c.overflow, c.stale, c.at, c.numbers
from jsonb_to_recordset($3::jsonb) c(document text, key text, overflow boolean, stale boolean, at timestamptz, numbers numeric[])
order by c.document, c.key`;

const findKeys = `
select k.key, exists (select from group_member m where m.namespace_id = $1 and m.generation = $2 and m.overflow
    and m.key = decode(k.key, 'hex')) as overflow
from unnest($3::text[]) k(key)
where exists (select from group_value v where v.namespace_id = $1 and v.generation = $2 and not v.overflow
    and v.key = decode(k.key, 'hex'))
  or exists (select from group_member m where m.namespace_id = $1 and m.generation = $2 and m.overflow
    and m.key = decode(k.key, 'hex'))`;

const countKeys = 'select count(*) as n from group_value where namespace_id = $1 and generation = $2 and not overflow';

/** What members come to by row of `group_value`: the parameter `change` of $3. */
const summed = `
change as materialized (
  select c.overflow, case when c.overflow then ''::bytea else decode(c.key, 'hex') end as key, c.stale, c.numbers
  from jsonb_to_recordset($3::jsonb) c(key text, overflow boolean, stale boolean, numbers numeric[])
), number as (
  select overflow, key, n, count(x) as present, coalesce(sum(x), 0) as sum, min(x) as least, max(x) as greatest
  from change cross join lateral unnest(numbers) with ordinality u(x, n) group by overflow, key, n
), summed as (
  select overflow, key, array_agg(present order by n) as present, array_agg(sum order by n) as sums,
    array_agg(least order by n) as least, array_agg(greatest order by n) as greatest from number group by overflow, key
), moved as (
  select s.*, c.documents, c.stale from summed s join (
    select overflow, key, count(*) as documents, count(*) filter (where stale) as stale from change group by overflow, key
  ) c on c.overflow = s.overflow and c.key = s.key
)`;

/** SQL of an array with one expression of `a` and `b` for each pair of elements of two arrays. */
const pairwise = (a: string, b: string, expression: string) =>
  `(select array_agg(${expression} order by n) from unnest(${a}, ${b}) with ordinality u(a, b, n))`;

const addValues = `
with ${summed}
insert into group_value as v (namespace_id, generation, overflow, key, documents, stale, present, sums, least, greatest, latest)
select $1, $2, overflow, key, documents, stale, present, sums, least, greatest,
  array_fill(null::numeric, array[cardinality(present)])
from moved order by overflow, key
on conflict (namespace_id, generation, overflow, key) do update set
  documents = v.documents + excluded.documents, stale = v.stale + excluded.stale,
  present = ${pairwise('v.present', 'excluded.present', 'a + b')},
  sums = ${pairwise('v.sums', 'excluded.sums', 'a + b')},
  least = ${pairwise('v.least', 'excluded.least', 'least(a, b)')},
  greatest = ${pairwise('v.greatest', 'excluded.greatest', 'greatest(a, b)')}`;

/** SQL of what is left of a key's members: `of` an expression of the member `m`. */
const left = (of: string, order = '') => `(case when v.overflow
  then (select ${of} from group_member m where m.namespace_id = $1 and m.generation = $2 and m.overflow ${order})
  else (select ${of} from group_member m where m.namespace_id = $1 and m.generation = $2 and not m.overflow and m.key = v.key
    ${order}) end)`;

/** The members are gone already. An extremum is looked for only when it may have been among them. */
const subtract = `
with ${summed}
update group_value v set documents = v.documents - x.documents, stale = v.stale - x.stale,
  present = ${pairwise('v.present', 'x.present', 'a - b')},
  sums = ${pairwise('v.sums', 'x.sums', 'a - b')},
  least = ${pairwise('v.least', 'x.least', `case when ($4::text[])[n] = 'min' and b <= a then ${left('min(m.numbers[n])')} else a end`)},
  greatest = ${pairwise('v.greatest', 'x.greatest', `case when ($4::text[])[n] = 'max' and b >= a then ${left('max(m.numbers[n])')} else a end`)}
from moved x
where v.namespace_id = $1 and v.generation = $2 and v.overflow = x.overflow and v.key = x.key`;

const changedRows = `(select distinct c.overflow, case when c.overflow then ''::bytea else decode(c.key, 'hex') end as key
  from jsonb_to_recordset($3::jsonb) c(key text, overflow boolean))`;

const deleteEmpty = `
delete from group_value v using ${changedRows} x
where v.namespace_id = $1 and v.generation = $2 and v.overflow = x.overflow and v.key = x.key and v.documents = 0`;

/** Of equally new documents the one with the first id. */
const newest = left('m.numbers[n]', 'and m.numbers[n] is not null order by m.at desc, m.document_id limit 1');

const setLatest = `
update group_value v set latest = (
  select array_agg(case when kind = 'latest' then ${newest} end order by n) from unnest($4::text[]) with ordinality u(kind, n))
from ${changedRows} x
where v.namespace_id = $1 and v.generation = $2 and v.overflow = x.overflow and v.key = x.key`;
