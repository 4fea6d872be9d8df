import { lanes } from '@app/contracts/engines';
import { Named, Queryable, newId } from '@app/persistence';
import { ClaimedResult, toClaimedRow } from './claimed-row';
import { fanout, onChange } from './lane';
import type { Claim, PendingKey } from './pending';

/** How long a claim holds: longer than an ask may take. */
const leaseS = 60;
/** Rows that a claim reads for each document that it takes; it then claims all due rows of these documents. */
const rowsPerDocument = 8;

/** Of `turn t join namespace n`: those of which a claim takes rows, if it has room for their lane. */
const isDueAt = (moment: string): string =>
  `t.next_due_at <= ${moment} and t.blocked_until <= ${moment} and not n.paused`;

/** Select that finds a row when a turn is due now or within some milliseconds. */
export function dueTurns(withinMs: number): string {
  return `select from turn t join namespace n on n.id = t.namespace_id
    where ${isDueAt(`app.now() + interval '${withinMs} ms'`)} and not (t.lane = ${fanout} and n.fanout_held)`;
}

/*
 * Postgres may keep a plan that it made while the queue was empty, when walking all of it cost nothing. So the documents
 * are a condition on the table itself, beside the join: such a plan walks a long queue once and not once for each
 * document (docs/decisions/0034-new-tables-are-analyzed-soon.md).
 */
const claim: Named = {
  name: 'pending-claim',
  text: `
  with t as materialized (
    select t.lane, t.namespace_id, n.organization, n.name,
      case when t.lane <= ${onChange} then $1::int else $4::int end as most
    from turn t join namespace n on n.id = t.namespace_id
    where ${isDueAt('app.now()')} and t.lane <= $3::smallint
      and not (t.lane = ${fanout} and (n.fanout_held or t.namespace_id = any($5::bigint[])))
    order by t.lane, t.served_at limit 1 for update of t skip locked),
  found as materialized (
    select p.document_id from pending p
    where p.namespace_id = (select namespace_id from t) and p.lane = (select lane from t) and p.due_at <= app.now()
    order by p.due_at limit (select most * ${rowsPerDocument} from t)),
  doc as materialized (select distinct document_id from found limit (select most from t)),
  held as materialized (
    select p.document_id, p.judgment_id, p.target_version, p.claim_id is null and p.wanted_at > app.now() as early from pending p
    where p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc)) and p.due_at <= app.now()
    for update of p skip locked),
  claimed as (
    update pending p set claim_id = $2, claimed_touches = p.touches, later_lane = null, due_at = app.now() + interval '${leaseS} s'
    from held h
    where not h.early and p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc))
      and p.document_id = h.document_id and p.judgment_id = h.judgment_id and p.target_version = h.target_version
    returning p.namespace_id, p.document_id, p.judgment_id, p.target_version, p.lane, p.touches, p.attempts, p.traceparent, p.job, p.renew_at, p.free,
      p.counted_at, p.version as document_version, p.wanted, p.wanted_at, p.other_jobs),
  moved as (
    update pending p set due_at = p.wanted_at from held h
    where h.early and p.namespace_id = (select namespace_id from t) and p.document_id = any(array(select document_id from doc))
      and p.document_id = h.document_id and p.judgment_id = h.judgment_id and p.target_version = h.target_version
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
    nullif(c.target_version, 0) as target_version, c.lane, c.touches, c.attempts, c.traceparent, c.job, c.free, c.document_version, c.wanted, c.wanted_at, c.other_jobs,
    c.counted_at is not null as counted, c.renew_at is not null and coalesce(h.answered_at < c.renew_at, true) as renewed, c.renew_at,
    h.record, h.version, h.context_hash, h.engine_version, h.answer_id, h.failure, h.read_hash, h.feature_inputs, h.combiner,
    h.saw, h.saw_before, h.saw_first, o.record as active_record, h.number, o.number as active_number, o.saw as active_saw, o.saw_before as active_saw_before,
    o.saw_first as active_saw_first
  from t left join claimed c on true
  left join revision r on r.organization = t.organization
  left join head h on h.namespace_id = c.namespace_id and h.document_id = c.document_id and h.judgment_id = c.judgment_id
    and h.target_version = c.target_version
  left join head o on o.namespace_id = c.namespace_id and o.document_id = c.document_id and o.judgment_id = c.judgment_id
    and o.target_version = 0 and c.target_version <> 0`,
};

const giveBack: Named = {
  name: 'pending-give-back',
  text: `
  with r as (
    update pending p set claim_id = null, attempts = p.attempts + k.tried,
      wanted_at = least(p.wanted_at, app.now() + k.wait_ms * interval '1 ms'),
      due_at = case when p.touches > p.claimed_touches then least(p.wanted_at, app.now() + k.wait_ms * interval '1 ms')
                    else app.now() + k.wait_ms * interval '1 ms' end
    from unnest($3::text[], $4::text[], $5::int[], $6::bigint[], $7::int[]) as k(doc, jdg, target, wait_ms, tried)
    where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
      and p.target_version = k.target and p.claim_id = $2
    returning p.namespace_id, p.lane, p.due_at)
  insert into turn as t (namespace_id, lane, next_due_at) select namespace_id, lane, min(due_at) from r group by 1, 2 order by 2, 1
  on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at`,
};

const renewal: Named = {
  name: 'pending-renew',
  text: `update pending p set due_at = app.now() + interval '${leaseS} s'
         from unnest($3::text[], $4::text[], $5::int[]) as k(doc, jdg, target)
         where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
           and p.target_version = k.target and p.claim_id = $2`,
};

const passOn: Named = {
  name: 'pending-pass-on',
  text: `update pending p set job = p.other_jobs[1], other_jobs = p.other_jobs[2:]
         from unnest($3::text[], $4::text[], $5::int[]) as k(doc, jdg, target)
         where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
           and p.target_version = k.target and p.claim_id = $2 and p.job = $6 and p.other_jobs <> '{}'
         returning p.document_id as document, p.judgment_id as "judgmentId", nullif(p.target_version, 0) as "targetVersion"`,
};

/**
 * Claims due rows of the namespace whose turn it is in the best lane, whole documents together, for a minute.
 * @param documents limit of a claim
 * @param bulk limit of a claim from a bulk lane; 0 leaves these lanes out
 * @param full namespaces whose fan-out this process has enough of
 * @returns null when no turn is due; a claim without rows when other claims hold them all
 */
export async function claimDue(
  db: Queryable,
  documents: number,
  bulk = documents,
  full: readonly string[] = [],
): Promise<Claim | null> {
  const id = newId('clm');
  const lastLane = bulk > 0 ? lanes.length - 1 : onChange;
  const { rows } = await db.query<ClaimedResult>(claim, [documents, id, lastLane, bulk, full]);
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

/** Gives claimed rows back, due again after `waitMs`; `tried` counts a failed attempt. */
export async function giveBackRows(
  db: Queryable,
  claimed: Claim,
  rows: readonly (PendingKey & { waitMs: number; tried?: boolean })[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(giveBack, [
    ...[claimed.namespaceId, claimed.id, ...keysOf(rows)],
    rows.map(({ waitMs }) => Math.round(waitMs)),
    rows.map(({ tried }) => (tried ? 1 : 0)),
  ]);
}

/** Makes a claim hold for another minute from now. @returns for how many of the rows it still held */
export async function renewClaim(db: Queryable, claimed: Claim, rows: readonly PendingKey[]): Promise<number> {
  return (await db.query(renewal, [claimed.namespaceId, claimed.id, ...keysOf(rows)])).rowCount ?? 0;
}

/** Passes claimed rows of a backfill that has no money left on to the next one that wants them. @returns those rows */
export async function passRowsOn(
  db: Queryable,
  claimed: Claim,
  rows: readonly PendingKey[],
  job: string,
): Promise<PendingKey[]> {
  return (await db.query<PendingKey>(passOn, [claimed.namespaceId, claimed.id, ...keysOf(rows), job])).rows;
}

function keysOf(rows: readonly PendingKey[]) {
  return [
    rows.map(({ document }) => document),
    rows.map(({ judgmentId }) => judgmentId),
    rows.map(({ targetVersion }) => targetVersion ?? 0),
  ];
}
