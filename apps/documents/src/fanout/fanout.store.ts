import { Database, Tx, Queryable } from '@app/persistence';

/** One cause that invalidates the answers of all documents whose attribute `relation` has a key. */
export interface FanoutRow {
  namespace_id: string;
  organization: string;
  namespace: string;
  judgment_id: string;
  relation: string;
  key: Buffer;
  cause: string;
  cursor: string;
  last_change_at: Date;
}

/** Adds the one row of a cause, however many documents point at it. A walk under way begins again. */
export async function addFanout(
  tx: Queryable,
  fanout: Pick<FanoutRow, 'namespace_id' | 'judgment_id' | 'relation' | 'key' | 'cause'>,
): Promise<void> {
  const { namespace_id, judgment_id, relation, key, cause } = fanout;
  await tx.query(
    `insert into fanout (namespace_id, judgment_id, relation, key, cause) values ($1, $2, $3, $4, $5)
     on conflict (namespace_id, judgment_id, relation, key, cause) do update set cursor = '', last_change_at = app.now()`,
    [namespace_id, judgment_id, relation, key, cause],
  );
}

const leaseS = 60;
const chunk = 1000;

export async function claimFanout(database: Database): Promise<FanoutRow | null> {
  const { rows } = await database.query<FanoutRow>(
    `with next as (
       select ctid from fanout where lease_until is null or lease_until < app.now()
       order by first_change_at limit 1 for update skip locked
     ), taken as (
       update fanout f set lease_until = app.now() + interval '${leaseS} seconds' from next where f.ctid = next.ctid
       returning f.*
     ) select t.*, n.organization, n.name as namespace from taken t join namespace n on n.id = t.namespace_id`,
  );
  return rows[0] ?? null;
}

/** Locks the row against another change of the same cause. @returns null when a walk has ended it */
export async function lockFanout(tx: Tx, row: FanoutRow): Promise<{ cursor: string } | null> {
  const { rows } = await tx.query<{ cursor: string }>(
    `select cursor from fanout where namespace_id = $1 and judgment_id = $2 and relation = $3 and key = $4 and cause = $5
     for update`,
    keyOf(row),
  );
  return rows[0] ?? null;
}

function keyOf({ namespace_id, judgment_id, relation, key, cause }: FanoutRow): unknown[] {
  return [namespace_id, judgment_id, relation, key, cause];
}

/** Locks the next documents of a walk in key order, as every writer does. */
export async function nextDocuments(tx: Tx, row: FanoutRow, cursor: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select d.id from document d where d.namespace_id = $1 and d.id in (
       select k.document_id from attribute k where k.namespace_id = $1 and k.name = $2 and k.key = $3 and k.document_id > $4
       order by k.document_id limit ${chunk}) order by d.id for update`,
    [row.namespace_id, row.relation, row.key, cursor],
  );
  return rows.map(({ id }) => id);
}

export interface TouchedAnswer {
  document_id: string;
  wanted: string;
}

/** Invalidates the answers that exist. A document that was never to be judged has none. */
export async function touchAnswers(tx: Tx, row: FanoutRow, ids: string[]): Promise<TouchedAnswer[]> {
  const { rows } = await tx.query<TouchedAnswer>(
    `update answer a set wanted = nextval('document_version'), touched_at = app.now(),
       wanted_at = case when a.wanted > a.seen then a.wanted_at else app.now() end,
       cause = case when a.wanted > a.seen and a.cause = 'document' then a.cause else 'related' end
     where a.namespace_id = $1 and a.judgment_id = $2 and a.document_id = any($3::text[]) returning document_id, wanted`,
    [row.namespace_id, row.judgment_id, ids],
  );
  return rows;
}

export async function moveCursor(tx: Tx, row: FanoutRow, cursor: string): Promise<void> {
  await tx.query(
    `update fanout set cursor = $6, lease_until = null
     where namespace_id = $1 and judgment_id = $2 and relation = $3 and key = $4 and cause = $5`,
    [...keyOf(row), cursor],
  );
}

export async function endFanout(tx: Tx, row: FanoutRow): Promise<void> {
  await tx.query(
    'delete from fanout where namespace_id = $1 and judgment_id = $2 and relation = $3 and key = $4 and cause = $5',
    keyOf(row),
  );
}

export const chunkSize = chunk;
