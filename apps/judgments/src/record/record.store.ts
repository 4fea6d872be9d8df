import { Database, Named, addToOutbox } from '@app/persistence';
import { BackfillStore } from '../backfill/backfill.store';
import { EngineUse, EngineUses } from '../copy/engine/engine-uses';
import { emptyErased } from '../erasure/erased-images';
import { isPreJudged } from '../queue/pending/pending';
import { OldAnswer, isOld, keepOldAnswers } from '../answer/retention/reinstated.store';
import { slots } from '../judgment/statistic/statistic.store';
import { backfillCounts, factsOf } from './facts';
import { Held, HeldRow, answerIdOf } from './held';
import type { Entry, Recorded } from './outcome';
import { recordedContexts, toRecorded } from './recorded';
import { rowsOf } from './rows';
import { statisticsOf } from './statistics';

/** The slot of this process in the statistics. */
const slot = Math.floor(Math.random() * slots);

/** Locks the rows whose claim still holds and numbers each of them while it is locked. */
const hold: Named = {
  name: 'record-hold',
  text: `
  with held as materialized (
    select k.i, p.touches, p.claimed_touches, p.wanted, p.first_touch_at, p.renew_at
    from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[]) with ordinality as k(ns, doc, jdg, target, claim, i)
    join pending p on p.namespace_id = k.ns and p.document_id = k.doc and p.judgment_id = k.jdg and p.target_version = k.target
      and p.claim_id = k.claim
    where p.namespace_id = any($1) and p.document_id = any($2)
    order by p.namespace_id, p.document_id, p.judgment_id, p.target_version for update of p)
  select i::int, touches, claimed_touches, wanted, first_touch_at, renew_at, nextval('record_number') as record, app.now() as now from held`,
};

/** The backfills that still wait for the row `p` of the queue; the first of them pays from now on. */
const unserved = `(array(select j from unnest(p.job || p.other_jobs) with ordinality as w(j, n)
  where p.job is not null and j <> all(x.served) order by n))`;

/** Columns of a head that are of its last answer, so that an outcome without an answer leaves them. */
const ofAnswer = ['read_hash', 'number', 'feature_inputs', 'combiner', 'saw', 'saw_before', 'saw_first'];

/** Writes answers, contexts, heads, queue and statistics. Parameters 1 to 6 are JSON, built in `rows.ts` and `statistics.ts`; 7 is the slot. */
const write: Named = {
  name: 'record-write',
  text: `
  with answers as (
    insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
      engine_ref, engine_version, judged_at, context_hash, truncated, body, units, ask_id, tokens, cost_usd, since, told, read_at,
      read_hash, features, feature_inputs, parts, combiner, watermark)
    select x.* from json_to_recordset($1::json) as x(ns bigint, doc text, jdg text, record bigint, id text, version int,
      document_version bigint, seen bigint, engine_name text, engine_ref text, engine_version text, judged_at timestamptz,
      context_hash text, truncated boolean, body json, units float8, ask_id text, tokens int, cost_usd float8,
      since timestamptz, told boolean, read_at timestamptz, read_hash text, features json, feature_inputs json, parts json,
      combiner text, watermark timestamptz)),
  contexts as (
    insert into context as c (namespace_id, document_id, hash, month, document_version, format, tokens, text, images)
    select x.ns, x.doc, x.hash, date_trunc('month', app.now(), 'UTC'), x.document_version, x.format, x.tokens, x.text, x.images
    from json_to_recordset($2::json)
      as x(ns bigint, doc text, hash text, document_version bigint, format smallint, tokens int, text text, images text[])
    order by x.ns, x.doc, x.hash
    on conflict (namespace_id, document_id, hash, month) do update
      set document_version = greatest(c.document_version, excluded.document_version), text = excluded.text,
        tokens = excluded.tokens, image_erased = false
      where c.document_version < excluded.document_version or c.image_erased),
  heads as (
    insert into head as h (namespace_id, document_id, judgment_id, target_version, record, version, document_version, seen,
      context_hash, engine_version, answer_id, answered_at, failure, recorded_at, read_hash, number, feature_inputs, combiner,
      saw, saw_before, saw_first)
    select x.ns, x.doc, x.jdg, x.target, x.record, x.version, x.document_version, x.seen, x.hash, x.epoch, x.answer,
      case when x.answer is not null then coalesce(x.judged_at, app.now()) end, x.failure, app.now(), x.read_hash, x.number,
      x.feature_inputs, x.combiner, x.saw, x.saw_before, x.saw_first
    from json_to_recordset($3::json) as x(ns bigint, doc text, jdg text, target int, record bigint, version int,
      document_version bigint, seen bigint, hash text, epoch text, answer text, judged_at timestamptz, failure text, read_hash text, number float8,
      feature_inputs json, combiner text, saw json, saw_before json, saw_first json)
    on conflict (namespace_id, document_id, judgment_id, target_version) do update set record = excluded.record,
      version = coalesce(case when excluded.answer_id is not null then excluded.version end, h.version),
      document_version = excluded.document_version, seen = excluded.seen,
      context_hash = coalesce(excluded.context_hash, h.context_hash),
      engine_version = coalesce(excluded.engine_version, h.engine_version),
      answer_id = coalesce(excluded.answer_id, h.answer_id), answered_at = coalesce(excluded.answered_at, h.answered_at),
      failure = excluded.failure, recorded_at = excluded.recorded_at,
      ${ofAnswer.map((column) => `${column} = case when excluded.answer_id is null then h.${column} else excluded.${column} end`).join(', ')}
    where h.record < excluded.record),
  gone as (
    delete from pending p using json_to_recordset($4::json) as x(ns bigint, doc text, jdg text, target int)
    where p.namespace_id = any(array(select (e ->> 'ns')::bigint from json_array_elements($4::json) e))
      and p.document_id = any(array(select e ->> 'doc' from json_array_elements($4::json) e))
      and p.namespace_id = x.ns and p.document_id = x.doc and p.judgment_id = x.jdg and p.target_version = x.target),
  kept as (
    update pending p set claim_id = null, attempts = x.attempts, lane = coalesce(x.lane, case when x.again then p.later_lane end, p.lane),
      counted_at = case when x.again then null else p.counted_at end,
      job = coalesce(${unserved}[1], p.job), other_jobs = coalesce(${unserved}[2:], '{}'),
      due_at = case when x.again then p.wanted_at else app.now() + x.wait_ms * interval '1 ms' end
    from json_to_recordset($5::json) as x(ns bigint, doc text, jdg text, target int, again boolean, wait_ms bigint, attempts int, lane smallint,
      served text[])
    where p.namespace_id = any(array(select (e ->> 'ns')::bigint from json_array_elements($5::json) e))
      and p.document_id = any(array(select e ->> 'doc' from json_array_elements($5::json) e))
      and p.namespace_id = x.ns and p.document_id = x.doc and p.judgment_id = x.jdg and p.target_version = x.target
    returning p.namespace_id, p.lane, p.due_at),
  turned as (
    insert into turn as t (namespace_id, lane, next_due_at)
    select namespace_id, lane, min(due_at) from kept group by 1, 2 order by 2, 1
    on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at)
  insert into statistic as s (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
  select x.ns, x.jdg, (app.now() at time zone 'utc')::date, $7::smallint, x.evaluations, x.failures, x.truncated, x.tokens, x.units, x.usd,
    array(select e::int from json_array_elements_text(x.lags) e)
  from json_to_recordset($6::json) as x(ns bigint, jdg text, evaluations int, failures int, truncated int, tokens int, units float8, usd float8, lags json)
  order by x.ns, x.jdg
  on conflict (namespace_id, judgment_id, day, slot) do update set evaluations = s.evaluations + excluded.evaluations,
    failures = s.failures + excluded.failures, truncated = s.truncated + excluded.truncated, tokens = s.tokens + excluded.tokens,
    units = s.units + excluded.units, spend_usd = s.spend_usd + excluded.spend_usd,
    lags = array(select a + b from unnest(s.lags, excluded.lags) with ordinality as u(a, b, i) order by u.i)`,
};

/** From the first change that made an answer stale to its record. */
interface Lag {
  lane: number;
  ms: number;
}

/**
 * Records several entries in one transaction: answers, contexts, heads, queue, statistics, backfills and facts. Outcomes
 * whose claim no longer holds are left out.
 * @returns what was recorded, and the lags of active versions
 */
export async function recordEntries(
  db: Database,
  backfills: BackfillStore,
  uses: EngineUses,
  entries: readonly Entry[],
): Promise<{ recorded: Recorded[]; lags: Lag[] }> {
  const flat = entries.flatMap((entry) => entry.outcomes.map((outcome) => ({ entry, outcome })));
  if (flat.length === 0) return { recorded: [], lags: [] };
  return db.transaction('judgments.record', async (tx) => {
    const { rows } = await tx.query<HeldRow>(hold, [
      flat.map(({ entry }) => entry.claim.namespaceId),
      flat.map(({ outcome }) => outcome.row.document),
      flat.map(({ outcome }) => outcome.row.judgmentId),
      flat.map(({ outcome }) => outcome.row.targetVersion ?? 0),
      flat.map(({ entry }) => entry.claim.id),
    ]);
    const held = rows.map((row): Held => {
      const { entry, outcome } = flat[row.i - 1];
      return { entry, outcome, row, answerId: answerIdOf(outcome) };
    });
    if (held.length === 0) return { recorded: [], lags: [] };
    const parameters = [...rowsOf(held), statisticsOf(held)].map((part) => JSON.stringify(part));
    const old = oldAnswersOf(held);
    await tx.query(write, [...parameters, slot]);
    if (old.length > 0) await keepOldAnswers(tx, old);
    await emptyErased(tx, recordedContexts(held));
    await backfills.count(tx, backfillCounts(held));
    await uses.note(tx, usesOf(held));
    const recorded = held.map(toRecorded);
    await addToOutbox(tx, factsOf(held, recorded));
    return { recorded, lags: lagsOf(held) };
  });
}

/** Answers whose month may be going, and that are in force or named by a head again. */
function oldAnswersOf(held: readonly Held[]): OldAnswer[] {
  return held.flatMap(({ entry, outcome, row }) => {
    if (outcome.kind !== 'reinstated' || !isOld(outcome.stored.judged_at, row.now)) return [];
    const { document, judgmentId } = outcome.row;
    return [{ namespaceId: entry.claim.namespaceId, document, judgmentId, id: outcome.stored.id }];
  });
}

function lagsOf(held: readonly Held[]): Lag[] {
  return held.flatMap(({ outcome, row }) =>
    outcome.kind === 'failed' || isPreJudged(outcome.row)
      ? []
      : [{ lane: outcome.row.lane, ms: row.now.getTime() - row.first_touch_at.getTime() }],
  );
}

/** The engines that were asked, by namespace. */
function usesOf(held: readonly Held[]): EngineUse[] {
  return held.flatMap(({ entry, outcome }) =>
    outcome.kind === 'answered' && entry.askId !== null
      ? [{ namespaceId: entry.claim.namespaceId, engine: outcome.engine }]
      : [],
  );
}
