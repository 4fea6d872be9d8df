import type { FanoutScope } from '@app/definition';
import { SqlScope, filterSql } from '@app/filter';
import { LeasedCursor, LeasedRow, Tx } from '@app/persistence';
import { invalidatedSql } from '../answer/invalidated-sql';
import { sqlEnvOf } from '../answer/sql-env';
import { OwnFanout } from '../namespace/settings';
import { InForce, scopeFilter } from '../snapshot/in-force';

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
  last_change_at: Date;
  traceparent: string | null;
}

/** Claims take the walk that has been due longest, of namespaces that let fan-outs run. */
export const fanoutWalks = new LeasedCursor<
  FanoutRow,
  'namespace_id' | 'judgment_id' | 'mine' | 'key' | 'round',
  'cursor'
>({
  name: 'fanout_walk',
  key: ['namespace_id', 'judgment_id', 'mine', 'key', 'round'],
  cursor: ['cursor'],
  order: 'due_at',
  open: `due_at <= app.now() and exists (select from namespace n where n.id = namespace_id and not n.deleting
    and coalesce((n.fanout ->> 'enabled')::boolean, true) and coalesce((n.fanout ->> 'share')::float8, 1) > 0)`,
  onClaim: 'begun = true',
  read: `select c.*, n.organization, n.name as namespace, n.fanout from claimed c join namespace n on n.id = c.namespace_id`,
});

/** Documents of one transaction. */
export const chunkSize = 250;

const page = (key: string) => `(select document_id from attribute where namespace_id = $1 and name = $2 and key = ${key}
  and document_id > $4 order by document_id limit ${chunkSize})`;

/** Locks the next documents of a walk in key order, as every writer does. A document has the key as a scalar or in an array. */
export async function nextDocuments(tx: Tx, { namespace_id, mine, key, cursor }: FanoutRow): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select d.id from document d where d.namespace_id = $1 and d.id in (
       select document_id from (${page('$3::bytea')} union ${page(`'\\x40'::bytea || $3::bytea`)}) k order by 1
       limit ${chunkSize}) order by d.id for update`,
    [namespace_id, mine, key, cursor],
  );
  return rows.map(({ id }) => id);
}

export interface TouchedAnswer {
  document_id: string;
  wanted: string;
}

/** Invalidates the answers that exist, in scope, and were not judged after the round already. */
export async function touchAnswers(
  tx: Tx,
  row: FanoutRow,
  ids: readonly string[],
  inForce: InForce,
  within: FanoutScope | undefined,
): Promise<TouchedAnswer[]> {
  const scope = new SqlScope(sqlEnvOf(inForce, row.namespace_id, false, 1, 'document'));
  const judgment = `${scope.param(row.judgment_id)}::text`;
  const [documents, spared] = [`${scope.param(ids)}::text[]`, `${scope.param(row.spared)}::text`];
  const round = `${scope.param(row.round)}::bigint`;
  const filter = scopeFilter(within);
  const inScope = filter === null ? '' : `and ${filterSql(filter, scope)}`;
  const { rows } = await tx.query<TouchedAnswer>(
    `update answer a set ${invalidatedSql('fanout', `nextval('document_version')`, 'app.now()')}
     from document d ${scope.joins()}
     where a.namespace_id = ${scope.namespaceParam()} and a.judgment_id = ${judgment} and a.document_id = any(${documents})
       and d.namespace_id = a.namespace_id and d.id = a.document_id and a.document_id is distinct from ${spared}
       and a.related_to < ${round} ${inScope}
     returning a.document_id, a.wanted`,
    scope.params,
  );
  return rows;
}
