import type { MembershipCause } from '@app/contracts/events';
import { isTemplate } from '@app/definition';
import { LeasedCursor, LeasedRow, Queryable, Tx, leaseEnd } from '@app/persistence';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../../namespace/snapshot/revision.store';
import { MovedAnswers } from './threshold-change';

/**
 * What a walk does: it erases the members of a deleted subscription, sets members after a change of this kind, or sets them
 * after an upgrade to a build that reads more `times` (migration 0006), without events.
 */
export type WalkKind = SettingKind | 'erase' | 'times';
/** The changes that walks follow; their events name them as the cause. */
export type SettingKind = Extract<MembershipCause, 'filter' | 'threshold' | 'calibration' | 'judgment'>;

/** A walk over the namespaces of a scope in the order of their names, and over the candidates in each by a cursor. */
export interface WalkRow extends LeasedRow {
  id: string;
  organization: string;
  subscription_id: string;
  scope: string;
  kind: WalkKind;
  quiet: boolean;
  /** Walks only documents whose answer of this judgment has a number from `low` to `high`; null: all documents. */
  judgment_id: string | null;
  low: number | null;
  high: number | null;
  /** The namespace under way, or the last one that is done; empty at the start. */
  namespace: string;
  /** How far the walk is in that namespace; null when that one is done. */
  cursor: WalkCursor | null;
  looked: string;
  created_at: Date;
}

/** The last candidate that the walk has passed. */
export interface WalkCursor {
  document: string;
  number?: number;
}

export interface WalkSpec extends Pick<WalkRow, 'organization' | 'subscription_id' | 'scope' | 'kind'> {
  quiet?: boolean;
  judgment_id?: string | null;
  answers?: Exclude<MovedAnswers, 'documents'>;
}

/** Organizations take turns, and the walks of each, so that a long one does not hold up others. */
export const subscriptionWalks = new LeasedCursor<WalkRow, 'id', 'namespace' | 'cursor' | 'looked'>({
  name: 'subscription_walk',
  key: ['id'],
  cursor: ['namespace', 'cursor', 'looked'],
  organization: 'organization',
  order: 'lease_until, id',
});

/** The process that adds a walk holds it, so that the walk may begin before its request is answered. */
export async function addWalk(tx: Tx, spec: WalkSpec): Promise<string> {
  const { answers = 'all' } = spec;
  const [low, high] = answers === 'all' ? [null, null] : [answers.low, answers.high];
  const { rows } = await tx.query<{ id: string }>(
    `insert into subscription_walk (organization, subscription_id, scope, kind, quiet, judgment_id, low, high, lease_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${leaseEnd}) returning id`,
    [
      ...[spec.organization, spec.subscription_id, spec.scope, spec.kind, spec.quiet ?? false],
      ...[spec.judgment_id ?? null, low, high],
    ],
  );
  return rows[0].id;
}

/** Deletes the walks of a filter that changes again or goes, over one scope or over all. */
export async function dropWalks(tx: Tx, subscriptionId: string, scope: string | null = null): Promise<void> {
  await tx.query(
    `delete from subscription_walk where subscription_id = $1 and kind <> 'erase' and ($2::text is null or scope = $2)`,
    [subscriptionId, scope],
  );
}

/** A walk that the caller has added, as the caller holds it; null when a worker has claimed it or it was dropped. */
export async function findOwnWalk(from: Queryable, id: string): Promise<WalkRow | null> {
  const { rows } = await from.query<WalkRow>('select * from subscription_walk where id = $1 and attempts = 0', [id]);
  return rows[0] ?? null;
}

export interface WalkedNamespace {
  id: string;
  name: string;
  paused: boolean;
  revisions: Revisions;
}

/** The namespace of this name, or the next by name under a prefix. */
export async function findNamespaceFrom(
  from: Queryable,
  walk: Pick<WalkRow, 'organization' | 'scope' | 'namespace'> & { cursor: unknown },
): Promise<WalkedNamespace | undefined> {
  const { organization, scope, namespace, cursor } = walk;
  const [first, last] = isTemplate(scope) ? [scope.slice(0, -1), `${scope.slice(0, -2)}0`] : [scope, `${scope}\u0001`];
  const here = cursor !== null || namespace === '';
  const { rows } = await from.query<Omit<WalkedNamespace, 'revisions'> & RevisionRow>(
    `select id, name, paused, ${revisionColumns} from namespace
     where organization = $1 and name >= $2 and name < $3 and not deleting and ($5 and name >= $4 or name > $4) order by name limit 1`,
    [organization, first, last, namespace, here],
  );
  return rows.map(({ id, name, paused, ...row }) => ({ id, name, paused, revisions: revisionsOf(row) }))[0];
}
