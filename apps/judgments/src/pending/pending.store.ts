import type { UnavailableReason } from '@app/definition';
import { DATABASE } from '@app/boot';
import { lanes } from '@app/contracts';
import { Database, Named, Tx, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { onChange, onRead } from './lane';
import { AnswerKey, Claim, ClaimedRow, Wanted } from './pending';

/** How long a claim holds: longer than an ask may take. */
export const leaseS = 60;
/** Rows looked at to find the documents of a claim: a document is claimed with all its due judgments. */
const rowsPerDocument = 8;

/*
 * `wanted_at` is when the debounce ends; `due_at` when the queue looks at the row: then at the earliest, sooner after a
 * touch that moved the debounce on, later when it is tried again or its claim's lease has to end. Indexes hold `due_at`,
 * so that a touch of a row that waits writes no index: the claim that finds it early moves it to its `wanted_at`.
 */
const queue: Named = {
  name: 'pending-queue',
  text: `
  with up as (
    insert into pending as p (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version, wanted, traceparent,
      job, renew_at, free)
    select w.ns, w.doc, w.jdg, w.lane, t.at, t.at, w.wait_ms, w.touches, w.version, w.wanted, w.trace, w.job, w.renew_at, w.free
    from unnest($1::bigint[], $2::text[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::int[], $8::bigint[], $9::bigint[], $10::text[],
        $11::text[], $12::timestamptz[], $13::boolean[])
      as w(ns, doc, jdg, lane, debounce_ms, wait_ms, touches, version, wanted, trace, job, renew_at, free)
    cross join lateral (select app.now() + least(w.debounce_ms, w.wait_ms) * interval '1 ms' as at) t
    order by w.ns, w.doc, w.jdg
    on conflict (namespace_id, document_id, judgment_id) do update set
      lane = least(p.lane, excluded.lane),
      touches = p.touches + excluded.touches,
      version = greatest(p.version, excluded.version),
      wanted = greatest(p.wanted, excluded.wanted),
      max_wait_ms = excluded.max_wait_ms,
      traceparent = coalesce(excluded.traceparent, p.traceparent),
      job = case when excluded.job is not null then p.job end,
      renew_at = greatest(p.renew_at, excluded.renew_at),
      free = p.free and excluded.free,
      first_touch_at = case when p.claim_id is not null and p.touches = p.claimed_touches then app.now() else p.first_touch_at end,
      wanted_at = case
        when p.claim_id is not null and p.touches = p.claimed_touches then excluded.wanted_at
        when p.lane = ${onRead} or excluded.lane = ${onRead} then least(p.wanted_at, excluded.wanted_at)
        else least(excluded.wanted_at, p.first_touch_at + excluded.max_wait_ms * interval '1 ms') end,
      due_at = case
        when p.claim_id is not null then p.due_at
        when p.lane = ${onRead} or excluded.lane = ${onRead} then least(p.due_at, excluded.due_at)
        else least(p.due_at, excluded.due_at, p.first_touch_at + excluded.max_wait_ms * interval '1 ms') end
    returning namespace_id, lane, due_at),
  turned as (
    insert into turn as t (namespace_id, lane, next_due_at)
    select namespace_id, lane, min(due_at) from up group by 1, 2 order by 2, 1
    on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at)
  select app.now() as now`,
};

/*
 * A plan may be kept from an empty queue, where walking all of it costs nothing. So the documents are a condition of the
 * table itself beside the join: such a plan then walks a long one once, not once for each document (decision 0034).
 */
const claim: Named = {
  name: 'pending-claim',
  text: `
  with t as materialized (
    select t.lane, t.namespace_id, n.organization, n.name,
      case when t.lane <= ${onChange} then $1::int else $4::int end as most
    from turn t join namespace n on n.id = t.namespace_id
    where t.next_due_at <= app.now() and t.blocked_until <= app.now() and not n.paused and t.lane <= $3::smallint
    order by t.lane, t.served_at limit 1 for update of t skip locked),
  found as materialized (
    select p.document_id from pending p
    where p.namespace_id = (select namespace_id from t) and p.lane = (select lane from t) and p.due_at <= app.now()
    order by p.due_at limit (select most * ${rowsPerDocument} from t)),
  doc as materialized (select distinct document_id from found limit (select most from t)),
  held as materialized (
    select p.document_id, p.judgment_id, p.claim_id is null and p.wanted_at > app.now() as early from pending p
    where p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc)) and p.due_at <= app.now()
    for update of p skip locked),
  claimed as (
    update pending p set claim_id = $2, claimed_touches = p.touches, due_at = app.now() + interval '${leaseS} s'
    from held h
    where not h.early and p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc))
      and p.document_id = h.document_id and p.judgment_id = h.judgment_id
    returning p.namespace_id, p.document_id, p.judgment_id, p.lane, p.touches, p.attempts, p.traceparent, p.job, p.renew_at, p.free),
  moved as (
    update pending p set due_at = p.wanted_at from held h
    where h.early and p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc))
      and p.document_id = h.document_id and p.judgment_id = h.judgment_id
    returning p.due_at),
  served as (
    update turn u set served_at = app.now(), next_due_at = case
        when not exists (select 1 from held) and exists (select 1 from doc) then app.now() + interval '50 ms'
        when (select count(*) from doc) >= t.most or (select count(*) from found) >= t.most * ${rowsPerDocument} then app.now()
        else least(
          coalesce((select min(p.due_at) from pending p where p.namespace_id = t.namespace_id and p.lane = t.lane and p.due_at > app.now()), 'infinity'),
          coalesce((select min(due_at) from moved), 'infinity'),
          case when exists (select 1 from claimed) then app.now() + interval '${leaseS} s' else 'infinity' end) end
    from t where u.lane = t.lane and u.namespace_id = t.namespace_id)
  select t.namespace_id, t.organization, t.name, app.now() as now, coalesce(r.revision, 0) as revision, c.document_id, c.judgment_id,
    c.lane, c.touches, c.attempts, c.traceparent, c.job, c.free,
    c.renew_at is not null and coalesce(h.answered_at < c.renew_at, true) as renewed,
    h.record, h.version, h.context_hash, h.engine_version, h.answer_id, h.failure
  from t left join claimed c on true
  left join revision r on r.organization = t.organization
  left join head h on h.namespace_id = c.namespace_id and h.document_id = c.document_id and h.judgment_id = c.judgment_id`,
};

const giveBack: Named = {
  name: 'pending-give-back',
  text: `
  with r as (
    update pending p set claim_id = null, attempts = p.attempts + k.tried,
      wanted_at = least(p.wanted_at, app.now() + k.wait_ms * interval '1 ms'),
      due_at = case when p.touches > p.claimed_touches then least(p.wanted_at, app.now() + k.wait_ms * interval '1 ms')
                    else app.now() + k.wait_ms * interval '1 ms' end
    from unnest($3::text[], $4::text[], $5::bigint[], $6::int[]) as k(doc, jdg, wait_ms, tried)
    where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg and p.claim_id = $2
    returning p.namespace_id, p.lane, p.due_at)
  insert into turn as t (namespace_id, lane, next_due_at) select namespace_id, lane, min(due_at) from r group by 1, 2 order by 2, 1
  on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at`,
};

const drop: Named = {
  name: 'pending-drop',
  text: `delete from pending p using unnest($3::text[], $4::text[]) as k(doc, jdg)
         where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg and p.claim_id = $2
           and p.touches = p.claimed_touches`,
};

/** Finds due rows whose turn does not know of them: what two statements made at once may have missed. */
const repair: Named = {
  name: 'pending-repair',
  text: `
  insert into turn as t (namespace_id, lane, next_due_at)
  select r.namespace_id, r.lane, min(r.due_at) from (
    select p.namespace_id, p.lane, p.due_at from pending p join namespace n on n.id = p.namespace_id and not n.paused
    where p.due_at <= app.now() - interval '1 s' order by p.due_at limit 1000) r
  group by 1, 2 order by 2, 1
  on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > app.now()`,
};

interface ClaimedResult {
  namespace_id: string;
  organization: string;
  name: string;
  now: Date;
  revision: string;
  document_id: string | null;
  judgment_id: string;
  lane: number;
  touches: number;
  attempts: number;
  traceparent: string | null;
  job: string | null;
  free: boolean;
  renewed: boolean;
  record: string | null;
  version: number | null;
  context_hash: string | null;
  engine_version: string | null;
  answer_id: string | null;
  failure: UnavailableReason | null;
}

/** The queue: wanted answers, claimed in turn. */
@Injectable()
export class PendingStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Queues wanted answers, merging with what waits already; the database's time. Keys may come twice. */
  async queue(wanted: readonly Wanted[]): Promise<Date> {
    const rows = merged(wanted);
    const column = <T>(read: (row: Wanted) => T): T[] => rows.map(read);
    const result = await this.db.query<{ now: Date }>(queue, [
      column((row) => row.namespaceId),
      column((row) => row.document),
      column((row) => row.judgmentId),
      column((row) => row.lane),
      column((row) => row.debounceMs),
      column((row) => row.maxWaitMs),
      column((row) => row.touches),
      column((row) => row.version),
      column((row) => row.wanted),
      column((row) => row.traceparent),
      column((row) => row.job ?? null),
      column((row) => row.renewAt ?? null),
      column((row) => row.isFree ?? false),
    ]);
    return result.rows[0].now;
  }

  /**
   * Claims due rows of the namespace whose turn it is in the best lane, whole documents together, for a minute.
   * @param bulk documents at most of lanes that nobody waits for; 0 leaves them out
   * @returns null when no turn is due; a claim without rows when others held them all
   */
  async claim(documents: number, bulk = documents): Promise<Claim | null> {
    const id = newId('clm');
    const { rows } = await this.db.query<ClaimedResult>(claim, [
      documents,
      id,
      bulk > 0 ? lanes.length : onChange,
      bulk,
    ]);
    if (rows.length === 0) return null;
    const [first] = rows;
    return {
      id,
      namespaceId: first.namespace_id,
      organization: first.organization,
      namespace: first.name,
      revision: Number(first.revision),
      nowMs: first.now.getTime(),
      claimedAtMs: Date.now(),
      rows: rows.filter((row) => row.document_id !== null).map(toClaimedRow),
    };
  }

  /** Gives claimed rows back, to be claimed again after a while; `tried` counts an attempt that failed. */
  async giveBack(claimed: Claim, rows: readonly (AnswerKey & { waitMs: number; tried?: boolean })[]): Promise<void> {
    if (rows.length === 0) return;
    await this.db.query(giveBack, [
      claimed.namespaceId,
      claimed.id,
      rows.map(({ document }) => document),
      rows.map(({ judgmentId }) => judgmentId),
      rows.map(({ waitMs }) => Math.round(waitMs)),
      rows.map(({ tried }) => (tried ? 1 : 0)),
    ]);
  }

  /** Takes rows out of the queue that want nothing any more, unless something touched them meanwhile. */
  async drop(claimed: Claim, rows: readonly AnswerKey[]): Promise<void> {
    if (rows.length === 0) return;
    const keys = [rows.map(({ document }) => document), rows.map(({ judgmentId }) => judgmentId)];
    await this.db.query(drop, [claimed.namespaceId, claimed.id, ...keys]);
    await this.giveBack(
      claimed,
      rows.map((row) => ({ ...row, waitMs: 0 })),
    );
  }

  /** Lets a namespace rest: billing refused it. */
  async block(namespaceId: string, seconds: number): Promise<void> {
    await this.db.query(
      `update turn set blocked_until = app.now() + make_interval(secs => $2) where namespace_id = $1`,
      [namespaceId, seconds],
    );
  }

  /** Of some answers, those that nobody is judging now. */
  async unclaimed(namespaceId: string, keys: readonly AnswerKey[]): Promise<AnswerKey[]> {
    const { rows } = await this.db.query<AnswerKey>(
      {
        name: 'pending-unclaimed',
        text: `select k.doc as document, k.jdg as "judgmentId" from unnest($2::text[], $3::text[]) as k(doc, jdg)
               where not exists (select from pending p where p.namespace_id = $1 and p.document_id = k.doc
                 and p.judgment_id = k.jdg and p.claim_id is not null)`,
      },
      [namespaceId, keys.map(({ document }) => document), keys.map(({ judgmentId }) => judgmentId)],
    );
    return rows;
  }

  async repair(): Promise<void> {
    await this.db.query(repair);
  }

  /** Forgets what waits for documents that are gone; only what their deletion knew of. */
  async forget(tx: Tx, namespaceId: string, deleted: readonly { id: string; version: number }[]): Promise<void> {
    await tx.query(
      `delete from pending p using unnest($2::text[], $3::bigint[]) as d(id, version)
       where p.namespace_id = $1 and p.document_id = d.id and p.version <= d.version`,
      [namespaceId, deleted.map(({ id }) => id), deleted.map(({ version }) => version)],
    );
  }

  /** Age in seconds of the oldest judgment that is due or under way, of namespaces that may be judged; 0 when none is. */
  async oldestDueS(): Promise<number> {
    const { rows } = await this.db.query<{ age: number | null }>(
      `select extract(epoch from app.now() - min(case when p.claim_id is null then greatest(p.due_at, p.wanted_at) else p.wanted_at end))::float8 as age
       from pending p join namespace n on n.id = p.namespace_id and not n.paused
       where p.wanted_at <= app.now() and (p.due_at <= app.now() or p.claim_id is not null)`,
    );
    return rows[0].age ?? 0;
  }
}

function toClaimedRow(row: ClaimedResult): ClaimedRow {
  return {
    document: row.document_id!,
    judgmentId: row.judgment_id,
    lane: row.lane,
    touches: row.touches,
    attempts: row.attempts,
    traceparent: row.traceparent,
    job: row.job,
    isRenewed: row.renewed,
    isFree: row.free,
    head:
      row.record === null
        ? null
        : {
            version: row.version,
            contextHash: row.context_hash,
            engineVersion: row.engine_version,
            answerId: row.answer_id,
            failure: row.failure,
          },
  };
}

/** One row a key: an upsert may meet no row twice. */
function merged(wanted: readonly Wanted[]): Wanted[] {
  const byKey = new Map<string, Wanted>();
  for (const row of wanted) {
    const key = `${row.namespaceId}\n${row.document}\n${row.judgmentId}`;
    const known = byKey.get(key);
    byKey.set(key, known ? merge(known, row) : row);
  }
  return [...byKey.values()];
}

function merge(a: Wanted, b: Wanted): Wanted {
  const reader = a.lane <= b.lane ? a : b;
  return {
    ...reader,
    version: Math.max(a.version, b.version),
    wanted: Math.max(a.wanted, b.wanted),
    touches: a.touches === 1 || b.touches === 1 ? 1 : 0,
    traceparent: b.traceparent ?? a.traceparent,
    job: a.job && b.job ? a.job : null,
    renewAt: laterOf(a.renewAt, b.renewAt),
    isFree: a.isFree === true && b.isFree === true,
  };
}

function laterOf(a: Date | null | undefined, b: Date | null | undefined): Date | null {
  if (!a || !b) return a ?? b ?? null;
  return a > b ? a : b;
}
