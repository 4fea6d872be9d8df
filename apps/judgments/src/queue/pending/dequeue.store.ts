import { Database, Named } from '@app/persistence';
import type { AnswerKey } from '../../answer/answer';
import { giveBackRows } from './claim.store';
import { Dequeued, sayDequeued } from './dequeued';
import { onRead } from './lane';
import type { Claim, PendingKey } from './pending';

/*
 * Rows that leave the queue without an outcome. Documents hears of them in the same transaction, so that their answers
 * do not read `pending` for ever. Pre-judged versions are known here alone (`target_version`), so nobody hears of them.
 */

/** SQL of the answers in `gone` as documents knows them. */
const dequeued = `select n.organization, n.name as namespace, g.document_id as document, g.judgment_id as "judgmentId", app.now() as at
  from gone g join namespace n on n.id = g.namespace_id where g.target_version = 0`;

const dropClaimed: Named = {
  name: 'pending-drop',
  text: `with gone as (
      delete from pending p using unnest($3::text[], $4::text[], $5::int[]) as k(doc, jdg, target)
      where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
        and p.target_version = k.target and p.claim_id = $2 and p.touches = p.claimed_touches
      returning p.namespace_id, p.document_id, p.judgment_id, p.target_version)
    ${dequeued}`,
};

/** Drops claimed rows that want nothing any more. A row that changed since the claim is given back, due at once. */
export async function dropRows(db: Database, claimed: Claim, rows: readonly PendingKey[]): Promise<void> {
  if (rows.length === 0) return;
  await db.transaction('judgments.drop-rows', async (tx) => {
    const gone = await tx.query<Dequeued>(dropClaimed, [
      ...[claimed.namespaceId, claimed.id],
      rows.map(({ document }) => document),
      rows.map(({ judgmentId }) => judgmentId),
      rows.map(({ targetVersion }) => targetVersion ?? 0),
    ]);
    const kept = rows.map((row) => ({ ...row, waitMs: 0 }));
    await giveBackRows(tx, claimed, kept);
    await sayDequeued(tx, gone.rows);
  });
}

const dropRefused: Named = {
  name: 'pending-drop-readers',
  text: `with k as (select distinct * from unnest($1::bigint[], $2::text[], $3::text[]) as k(ns, doc, jdg)),
    gone as (
      delete from pending p using k
      where p.namespace_id = k.ns and p.document_id = k.doc and p.judgment_id = k.jdg and p.target_version = 0
        and p.lane = ${onRead} and p.touches = 0 and p.job is null and p.claim_id is null
      returning p.namespace_id, p.document_id, p.judgment_id),
    kept as (
      select p.namespace_id, p.document_id, p.judgment_id from k join pending p
        on p.namespace_id = k.ns and p.document_id = k.doc and p.judgment_id = k.jdg and p.target_version = 0
      except select * from gone)
    select n.organization, n.name as namespace, k.doc as document, k.jdg as "judgmentId", app.now() as at
    from k join namespace n on n.id = k.ns
    where not exists (select from kept q where q.namespace_id = k.ns and q.document_id = k.doc and q.judgment_id = k.jdg)`,
};

/**
 * Drops the unclaimed rows of active versions that readers alone want, after the readers were refused. Documents hears
 * of every key that has no row then: what the reader wants may never have been queued.
 */
export async function dropRefusedRows(
  db: Database,
  keys: readonly (AnswerKey & { namespaceId: string })[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.transaction('judgments.drop-reader-rows', async (tx) => {
    const gone = await tx.query<Dequeued>(dropRefused, [
      keys.map(({ namespaceId }) => namespaceId),
      keys.map(({ document }) => document),
      keys.map(({ judgmentId }) => judgmentId),
    ]);
    await sayDequeued(tx, gone.rows);
  });
}

/** Rows that one transaction takes from an ended backfill. */
const chunk = 1000;

/** SQL that locks a chunk of unclaimed rows in the order in which every statement locks the queue. */
const chunkOf = (rows: string): string => `picked as materialized (
    select namespace_id, document_id, judgment_id, target_version from pending where ${rows} limit $2),
  held as materialized (
    select p.namespace_id, p.document_id, p.judgment_id, p.target_version, p.other_jobs
    from picked k join pending p using (namespace_id, document_id, judgment_id, target_version)
    order by 1, 2, 3, 4 for update of p)`;

const isHeld = `p.namespace_id = h.namespace_id and p.document_id = h.document_id and p.judgment_id = h.judgment_id
  and p.target_version = h.target_version`;

const dropOfJob: Named = {
  name: 'pending-drop-job',
  text: `with ${chunkOf('job = $1 and claim_id is null')},
    passed_on as (
      update pending p set job = h.other_jobs[1], other_jobs = h.other_jobs[2:] from held h
      where ${isHeld} and p.job = $1 and p.claim_id is null and h.other_jobs <> '{}'),
    gone as (
      delete from pending p using held h
      where ${isHeld} and p.job = $1 and p.claim_id is null and h.other_jobs = '{}'
      returning p.namespace_id, p.document_id, p.judgment_id, p.target_version)
    select g.*, (select count(*)::int from picked) as picked from (select) one left join (${dequeued}) g on true`,
};

const leaveJob: Named = {
  name: 'pending-leave-job',
  text: `with ${chunkOf(`other_jobs <> '{}' and other_jobs @> array[$1] and job <> $1`)},
    left_out as (
      update pending p set other_jobs = array_remove(p.other_jobs, $1) from held h where ${isHeld} returning 1)
    select count(*)::int as picked from picked`,
};

/**
 * Takes a backfill's rows out of the queue, a chunk a transaction. Those that another backfill wants go on as that one's;
 * claimed ones stay.
 */
export async function dropRowsOfJob(db: Database, job: string): Promise<void> {
  let picked: number;
  do {
    picked = await db.transaction('judgments.drop-job-rows', async (tx) => {
      const { rows } = await tx.query<Dequeued & { picked: number }>(dropOfJob, [job, chunk]);
      await sayDequeued(
        tx,
        rows.filter(({ document }) => document !== null),
      );
      return rows[0].picked;
    });
  } while (picked === chunk);
  do {
    const { rows } = await db.query<{ picked: number }>(leaveJob, [job, chunk]);
    [{ picked }] = rows;
  } while (picked === chunk);
}
