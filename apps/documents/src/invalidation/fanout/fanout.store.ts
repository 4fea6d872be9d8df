import { LeasedCursor, LeasedRow, Queryable } from '@app/persistence';
import { OwnFanout } from '../../namespace/settings';
import { dueTurns } from './turn.store';

/** A claimed walk: of the documents of a namespace that have a key. */
export interface FanoutRow extends LeasedRow {
  namespace_id: string;
  organization: string;
  namespace: string;
  /** The namespace's own fan-out settings. */
  fanout: OwnFanout;
  judgment_id: string;
  /** The attribute of the judged documents. */
  mine: string;
  key: Buffer;
  round: string;
  /** The last document that was passed. */
  cursor: string;
  /** The document whose own answer is not concerned. */
  spared: string | null;
  first_change_at: Date;
  last_change_at: Date;
  traceparent: string | null;
}

const key = ['namespace_id', 'judgment_id', 'mine', 'key', 'round'] as const;

/** Claims take turns between organizations, namespaces and keys, where namespaces let fan-outs run. */
export const fanoutWalks = new LeasedCursor<FanoutRow, (typeof key)[number], 'cursor'>({
  name: 'fanout_walk',
  key,
  cursor: ['cursor'],
  order: { claimedBy: 'claim_fanout_walk', look: dueTurns },
  open: `due_at <= app.now() and exists (select from namespace n where n.id = namespace_id and not n.deleting
    and coalesce((n.fanout ->> 'enabled')::boolean, true) and coalesce((n.fanout ->> 'share')::float8, 1) > 0)`,
  onClaim: 'begun = true',
  read: `select c.*, n.organization, n.name as namespace, n.fanout from claimed c join namespace n on n.id = c.namespace_id`,
});

/** Documents of one transaction. */
export const chunkSize = 250;
/** Walks of one transaction, beside the first. */
const besideMost = 249;

/**
 * SQL of the first documents after the cursor of a walk, in key order: a document has the key as a scalar or in an array.
 * Pairs are compared, because Postgres then has no use for the index by document, which it would prefer now and then where
 * it has no statistics: that looks at all attributes of the namespace for each key.
 * @param walk alias of a row with `mine`, `key` and `cursor`
 */
export function pageSql(namespace: string, walk: string): string {
  return `select p.document_id from (values (${walk}.key), ('\\x40'::bytea || ${walk}.key)) e(key) cross join lateral (
      select k.document_id from attribute k where k.namespace_id = ${namespace} and k.name = ${walk}.mine and k.key = e.key
        and k.document_id > ${walk}.cursor order by k.document_id limit ${chunkSize}) p
    group by 1 order by 1 limit ${chunkSize}`;
}

/**
 * Claims walks of the namespace of a claimed one that are due and never began: as many as end in one chunk with it, so
 * that thousands of keys with a few documents each do not take a transaction each. A walk that was claimed before goes
 * alone: it is long, or what was claimed with it failed.
 */
export async function claimBeside(on: Queryable, row: FanoutRow): Promise<FanoutRow[]> {
  if (row.attempts > 1) return [];
  const documents = (walk: string) => `(select count(*) from (${pageSql('$1::bigint', walk)}) p)`;
  const chosen = `select ${key.map((column) => `o.${column}`).join(', ')} from (
      select c.*, sum(${documents('c')}) over (order by c.due_at, c.judgment_id, c.mine, c.key, c.round) as together
      from (select * from fanout_walk where namespace_id = $1 and attempts = 0 and ${fanoutWalks.free}
        order by due_at limit ${besideMost} for update skip locked) c
    ) o, (values ($2::text, $3::bytea, ''::text)) w(mine, key, cursor)
    where ${documents('w')} + o.together < ${chunkSize}`;
  return fanoutWalks.claimChosen(on, chosen, [row.namespace_id, row.mine, row.key]);
}
