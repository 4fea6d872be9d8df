import type { Named, Queryable, Tx } from '@app/persistence';
import { deferred } from '../pending/lane';
import type { Spread } from './deferral.store';

const dueRows = `
  from deferral d join namespace n on n.id = d.namespace_id and not n.erasing and not n.fanout_held
  left join revision r on r.organization = n.organization
  where d.resumes_at <= app.now() or not d.is_swept or d.seen_revision < coalesce(r.revision, 0)`;

const due: Named = {
  name: 'deferral-due',
  text: `
  select d.namespace_id as "namespaceId", d.judgment_id as "judgmentId", d.name, n.organization, n.name as namespace,
    coalesce(r.revision, 0)::float8 as revision
  ${dueRows}
  order by d.resumes_at limit $1`,
};

/** Select that finds a row when a deferral is to be looked at. */
export const anyDue = `select ${dueRows}`;

/** A deferral that may have room now, with its organization's revision. */
export type DueDeferral = Spread & { revision: number };

/**
 * Deferrals to look at: their time has come, their queue was never swept, or a definition of the organization has changed
 * since they were looked at.
 */
export async function readDueDeferrals(db: Queryable, most: number): Promise<DueDeferral[]> {
  return (await db.query<DueDeferral>(due, [most])).rows;
}

/** What a deferral's row says. */
export interface Deferral {
  isSwept: boolean;
  /** The money for fan-out is spent. */
  isHeld: boolean;
  /** What documents knows of its end; null for never. */
  publishedAt: Date | null;
  now: Date;
}

const lock: Named = {
  name: 'deferral-lock',
  text: `
  select is_swept as "isSwept", held_until > app.now() as "isHeld", case when isfinite(told_at) then told_at end as "publishedAt", app.now() as now
  from deferral where namespace_id = $1 and judgment_id = $2 for update skip locked`,
};

/** Locks a deferral; null when another replica has it, or it has ended. */
export async function lockDeferral(tx: Tx, { namespaceId, judgmentId }: Spread): Promise<Deferral | null> {
  return (await tx.query<Deferral>(lock, [namespaceId, judgmentId])).rows[0] ?? null;
}

const keep: Named = {
  name: 'deferral-keep',
  text: `update deferral set is_swept = true, seen_revision = greatest(seen_revision, $3::bigint),
           resumes_at = case when $5::boolean then coalesce($4::timestamptz, 'infinity') else resumes_at end,
           told_at = case when $6::boolean then coalesce($4::timestamptz, 'infinity') else told_at end
         where namespace_id = $1 and judgment_id = $2`,
};

/** What a look at a deferral found. */
export interface Looked {
  /** When to look again; null when there is never room as things stand, undefined to leave it. */
  resumesAt?: Date | null;
  isPublished: boolean;
}

/** Keeps a deferral that was looked at. */
export async function keepDeferral(tx: Tx, deferral: DueDeferral, { resumesAt, isPublished }: Looked): Promise<void> {
  const { namespaceId, judgmentId, revision } = deferral;
  await tx.query(keep, [namespaceId, judgmentId, revision, resumesAt ?? null, resumesAt !== undefined, isPublished]);
}

/** The most deferred rows that the gauge counts. */
const mostCounted = 1_000_000;

/** Rows that are deferred, counted up to a million, and the age of the oldest deferral in seconds. */
export async function readDeferredNow(db: Queryable): Promise<{ rows: number; oldestS: number }> {
  const { rows } = await db.query<{ rows: number; oldestS: number }>(
    `select (select count(*)::float8 from (select from pending where lane = ${deferred} and counted_at is null limit ${mostCounted}) p) as rows,
       coalesce((select extract(epoch from app.now() - min(since)) from deferral), 0)::float8 as "oldestS"`,
  );
  return rows[0];
}
