import type { WaitReason } from '@app/contracts/judgments';
import type { UnavailableReason } from '@app/definition';
import type { Named, Queryable } from '@app/persistence';
import type { AnswerKey } from '../answer/answer';
import { reasonOf } from './pending/wait-reason';

/** Versions of one judgment that wait for the same document and are shown. */
const mostRows = 20;

/** A row of the queue, and what it waits for. */
export interface QueuedRow {
  /** The stored number of a version that is judged before its activation; 0 for the active one. */
  targetVersion: number;
  lane: number;
  reason: WaitReason;
  dueAt: Date | null;
  since: Date;
  changes: number;
  attempts: number;
  job: string | null;
}

/*
 * Billing's refusal of one request blocks the turns of its namespace for a while, though the budget is not spent. A row
 * that is claimed has passed that already.
 */
const rowsOf: Named = {
  name: 'explain-rows',
  text: `
  select q.*, case when q.reason <> 'fanout_limit' and not q.paused then nullif(greatest(q.due, q.blocked_until), 'infinity') end as "dueAt"
  from (
    select p.target_version as "targetVersion", p.lane, p.first_touch_at as since, p.touches as changes, p.attempts, p.job,
      p.due_at as due, n.paused, case when p.claim_id is null then t.blocked_until end as blocked_until,
      ${reasonOf('n.paused or (p.claim_id is null and t.blocked_until > app.now())')} as reason
    from pending p join namespace n on n.id = p.namespace_id
    left join turn t on t.lane = p.lane and t.namespace_id = p.namespace_id
    where p.namespace_id = $1 and p.document_id = $2 and p.judgment_id = $3
    order by p.target_version limit ${mostRows}) q`,
};

/** The rows of the queue that want an answer, that of the active version first. */
export async function readQueuedRows(
  db: Queryable,
  namespaceId: string,
  { document, judgmentId }: AnswerKey,
): Promise<QueuedRow[]> {
  return (await db.query<QueuedRow>(rowsOf, [namespaceId, document, judgmentId])).rows;
}

/** What is known of an answer and of its judgment beside the queue. */
export interface BesideQueue {
  last: { at: Date; failure: UnavailableReason | null; documentVersion: number; seen: number } | null;
  deferred: boolean;
  resumesAt: Date | null;
}

const around: Named = {
  name: 'explain-around',
  text: `
  select h.recorded_at, h.failure, h.document_version, h.seen, d.judgment_id is not null as deferred,
    nullif(d.resumes_at, 'infinity') as resumes_at
  from (values ($1::bigint, $2::text, $3::text)) k(namespace_id, document_id, judgment_id)
  left join head h on h.namespace_id = k.namespace_id and h.document_id = k.document_id and h.judgment_id = k.judgment_id
    and h.target_version = 0
  left join deferral d on d.namespace_id = k.namespace_id and d.judgment_id = k.judgment_id`,
};

interface AroundRow {
  recorded_at: Date | null;
  failure: UnavailableReason | null;
  document_version: string;
  seen: string;
  deferred: boolean;
  resumes_at: Date | null;
}

/** The last try of the active version, and the deferral of the judgment's fan-out. */
export async function readBesideQueueOf(
  db: Queryable,
  namespaceId: string,
  { document, judgmentId }: AnswerKey,
): Promise<BesideQueue> {
  const [row] = (await db.query<AroundRow>(around, [namespaceId, document, judgmentId])).rows;
  const { recorded_at: at, failure, document_version: documentVersion, seen, deferred, resumes_at: resumesAt } = row;
  const last = at && { at, failure, documentVersion: Number(documentVersion), seen: Number(seen) };
  return { last, deferred, resumesAt };
}
