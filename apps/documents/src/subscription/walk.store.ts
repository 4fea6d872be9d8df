import { isTemplate } from '@app/definition';
import { Queryable } from '@app/persistence';
import type { Tx } from '@app/persistence';
import { Revisions } from '../snapshot/snapshot.store';
import { MovedAnswers } from '../walk/threshold-change';

/** What a walk does: sets members by the filter, or erases those of a subscription that is gone. */
export type WalkKind = 'filter' | 'threshold' | 'erase';

/** A walk over the namespaces of a scope, one after the other by name, and over candidates in each by a cursor. */
export interface WalkRow {
  id: string;
  organization: string;
  subscription_id: string;
  scope: string;
  kind: WalkKind;
  quiet: boolean;
  /** Only documents with an answer of this judgment, with a number from `low` to `high`; null: all documents. */
  judgment_id: string | null;
  low: number | null;
  high: number | null;
  /** The namespace under way, or the last that was walked; empty at the start. */
  namespace: string;
  /** Where it stands in that namespace; null when that one is done. */
  cursor: WalkCursor | null;
  looked: string;
}

/** The last candidate that was looked at. */
export interface WalkCursor {
  document: string;
  number?: number;
}

export interface WalkSpec extends Pick<WalkRow, 'organization' | 'subscription_id' | 'scope' | 'kind'> {
  quiet?: boolean;
  judgment_id?: string | null;
  answers?: Exclude<MovedAnswers, 'documents'>;
}

const leaseS = 60;
const walkColumns =
  'id, organization, subscription_id, scope, kind, quiet, judgment_id, low, high, namespace, cursor, looked';

/** A walk held by the process that adds it, so that it may begin before its request is answered. */
export async function addWalk(tx: Tx, spec: WalkSpec): Promise<string> {
  const { answers = 'all' } = spec;
  const [low, high] = answers === 'all' ? [null, null] : [answers.low, answers.high];
  const { rows } = await tx.query<{ id: string }>(
    `insert into subscription_walk (organization, subscription_id, scope, kind, quiet, judgment_id, low, high, lease_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, app.now() + interval '${leaseS} seconds') returning id`,
    [
      ...[spec.organization, spec.subscription_id, spec.scope, spec.kind, spec.quiet ?? false],
      ...[spec.judgment_id ?? null, low, high],
    ],
  );
  return rows[0].id;
}

/** A filter that changes again, or goes, ends the walks of what it was, over one scope or over all. */
export async function dropWalks(tx: Tx, subscriptionId: string, scope: string | null = null): Promise<void> {
  await tx.query(
    `delete from subscription_walk where subscription_id = $1 and kind <> 'erase' and ($2::text is null or scope = $2)`,
    [subscriptionId, scope],
  );
}

export async function claimWalk(from: Queryable): Promise<WalkRow | null> {
  const { rows } = await from.query<WalkRow>(
    `update subscription_walk set lease_until = app.now() + interval '${leaseS} seconds'
     where id = (select id from subscription_walk where lease_until is null or lease_until < app.now()
       order by id limit 1 for update skip locked) returning ${walkColumns}`,
  );
  return rows[0] ?? null;
}

export async function findWalk(from: Queryable, id: string): Promise<WalkRow | null> {
  const { rows } = await from.query<WalkRow>(`select ${walkColumns} from subscription_walk where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Keeps the lease and the place. */
export async function moveWalk(to: Queryable, walk: WalkRow, looked: number): Promise<void> {
  await to.query(
    `update subscription_walk set namespace = $2, cursor = $3, looked = looked + $4,
       lease_until = app.now() + interval '${leaseS} seconds' where id = $1`,
    [walk.id, walk.namespace, walk.cursor === null ? null : JSON.stringify(walk.cursor), looked],
  );
}

export async function releaseWalk(to: Queryable, id: string): Promise<void> {
  await to.query('update subscription_walk set lease_until = null where id = $1', [id]);
}

export async function endWalk(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from subscription_walk where id = $1', [id]);
}

export interface WalkedNamespace {
  id: string;
  name: string;
  paused: boolean;
  revisions: Revisions;
}

/** The namespace of this name, or the next by name under a prefix. */
export async function namespaceFrom(from: Queryable, walk: WalkRow): Promise<WalkedNamespace | undefined> {
  const { organization, scope, namespace, cursor } = walk;
  const [first, last] = isTemplate(scope) ? [scope.slice(0, -1), `${scope.slice(0, -2)}0`] : [scope, `${scope}\u0001`];
  const here = cursor !== null || namespace === '';
  const { rows } = await from.query<Omit<WalkedNamespace, 'revisions'> & { columns: string; engines: string }>(
    `select id, name, paused,
       coalesce((select c.revision from column_revision c where c.organization = $1), 0) as columns,
       coalesce((select c.revision from column_revision c where c.organization = '*'), 0) as engines
     from namespace where organization = $1 and name >= $2 and name < $3 and not deleting
       and ($5 and name >= $4 or name > $4) order by name limit 1`,
    [organization, first, last, namespace, here],
  );
  return rows.map(({ columns, engines, ...row }) => ({
    ...row,
    revisions: { columns: Number(columns), engines: Number(engines) },
  }))[0];
}
