import type { AttributePair } from '@app/filter';
import { LeasedCursor, LeasedRow, Named, Queryable, Tx } from '@app/persistence';
import { lockOrganizationAlone } from '../namespace/snapshot/revision.store';
import { NamespacePair } from './pair-use';

/** Pairs that a namespace has at most, those included whose rows are being deleted. */
export const mostOfNamespace = 4;
/** Days after which a pair that no query has read goes. */
const unusedDays = 7;

/** A pair whose rows are kept, or built, or deleted. */
export interface KeptPair extends AttributePair {
  id: string;
  /** Whether all rows are there, so that queries may read them. */
  ready: boolean;
}

/** `filling`: rows of documents are to be added; `dropping`: rows are to be deleted; `dropped`: the last ones and the pair itself. */
export type PairState = 'filling' | 'ready' | 'dropping' | 'dropped';

/** A claimed pair that has work left. */
export interface PairWork extends LeasedRow {
  id: string;
  namespace_id: string;
  equal_name: string;
  ordered_name: string;
  state: PairState;
  /** The last document that was passed. */
  cursor: string;
  /** Both null when the namespace is gone: a build that knows no pairs has deleted it. */
  organization: string | null;
  namespace: string | null;
}

/** Pairs take turns, so that one over many documents does not hold up others. */
export const pairWork = new LeasedCursor<PairWork, 'id', 'state' | 'cursor'>({
  name: 'pair_index',
  key: ['id'],
  cursor: ['state', 'cursor'],
  order: 'lease_until nulls first, id',
  open: `state <> 'ready'`,
  read: 'select c.*, n.organization, n.name as namespace from claimed c left join namespace n on n.id = c.namespace_id',
});

const read: Named = {
  name: 'pairs-read',
  text: `select i.id, i.equal_name as equal, i.ordered_name as ordered, i.state = 'ready' as ready
    from namespace n join pair_index i on i.namespace_id = n.id where n.id = $1 and not n.deleting`,
};

/** The pairs of a namespace in every state; none of one that is being deleted. */
export async function readPairs(from: Queryable, namespaceId: string): Promise<KeptPair[]> {
  return (await from.query<KeptPair>(read, [namespaceId])).rows;
}

/** Writes of the organization wait behind who waits for its lock alone; milliseconds. */
const lockMs = 1_000;

/** Takes the lock of an organization alone until the transaction ends. @throws Problem `unavailable` when it is not free in a second */
export async function lockAloneSoon(tx: Tx, organization: string): Promise<void> {
  await tx.query(`set local lock_timeout = ${lockMs}`);
  await lockOrganizationAlone(tx, organization);
}

/**
 * Makes a pair that is filled from now on. The caller has locked the organization alone, so that every write that is not
 * in the documents yet begins after this commit and keeps the rows of the pair. Does nothing where the namespace has this
 * pair or as many as it may, or is gone.
 */
export async function makePair(tx: Tx, { namespaceId, equal, ordered }: NamespacePair): Promise<void> {
  await tx.query(
    `insert into pair_index (namespace_id, equal_name, ordered_name)
     select n.id, $2, $3 from namespace n where n.id = $1 and not n.deleting
       and (select count(*) from pair_index i where i.namespace_id = $1) < ${mostOfNamespace}
     on conflict do nothing`,
    [namespaceId, equal, ordered],
  );
}

/** Notes that queries read these pairs. */
export async function markUsed(to: Queryable, ids: readonly string[]): Promise<void> {
  await to.query('update pair_index set used_at = app.now() where id = any($1::bigint[])', [ids]);
}

/**
 * Has pairs dropped that no query has read for long, and those of namespaces that are gone. The process that fills one of
 * them loses it, since writes do not keep its rows any more. At most `limit` in one statement.
 */
export async function dropUnused(to: Queryable, limit: number): Promise<void> {
  await to.query(
    `update pair_index set state = 'dropping', attempts = attempts + 1, lease_until = null where id = any(array(
       select i.id from pair_index i where i.state in ('filling', 'ready')
         and (i.used_at < app.now() - interval '${unusedDays} days' or not exists (select from namespace n where n.id = i.namespace_id))
       limit $1 for update skip locked))`,
    [limit],
  );
}

/**
 * Deletes rows of a pair, but those that a write has locked: it waits for no one.
 * @returns how many; fewer than `limit` when none is left that could be deleted
 */
export async function deleteRows(tx: Tx, { namespace_id, id }: PairWork, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from attribute_pair where ctid = any(array(
       select ctid from attribute_pair where namespace_id = $1 and pair = $2 limit $3 for update skip locked))`,
    [namespace_id, id, limit],
  );
  return rowCount ?? 0;
}

/**
 * Adds the rows of the next documents by key. Their locks are taken first, so that no write of them is under way that has
 * read other attributes.
 * @returns the ids of the documents; fewer than `limit` at the end
 */
export async function fillNext(tx: Tx, pair: PairWork, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from document where namespace_id = $1 and id > $2 order by id limit $3 for update',
    [pair.namespace_id, pair.cursor, limit],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await tx.query(
    `insert into attribute_pair (namespace_id, pair, equal_key, key, document_id)
     select $1, r.pair, r.equal_key, r.key, r.document_id
     from pair_rows($1, $2::text[], array_fill($3::text, array[cardinality($2::text[])])) r where r.pair = $4
     on conflict do nothing`,
    [pair.namespace_id, ids, pair.equal_name, pair.id],
  );
  return ids;
}
