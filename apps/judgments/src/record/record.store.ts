import { DATABASE } from '@app/boot';
import { AnswerRecorded, RecordedAnswer, answerRecordedBulk, answerRecordedLive } from '@app/contracts';
import { timestamp } from '@app/observability';
import { Database, Named, OutboxRow, addToOutbox, newId, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { fromRow } from '../answer/answer';
import { WithPictures, emptyErased } from '../erasure/erased-images';
import { BackfillStore, Counted } from '../backfill/backfill.store';
import { isBulk } from '../pending/lane';
import { countLags } from '../statistic/lag';
import { allNamespaces } from '../statistic/statistic.store';
import { notInForce, restoredRow } from './reinstated';
import { groupBy } from '../pending/group-by';
import { Entry, Outcome, Recorded, rawMembers, triesBefore, unitsByJudgment } from './outcome';

/** Locks the rows whose claim still holds, and gives each the next record number while it is locked. */
const hold: Named = {
  name: 'record-hold',
  text: `
  with held as materialized (
    select k.i, p.touches, p.claimed_touches, p.wanted, p.first_touch_at
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) with ordinality as k(ns, doc, jdg, claim, i)
    join pending p on p.namespace_id = k.ns and p.document_id = k.doc and p.judgment_id = k.jdg and p.claim_id = k.claim
    where p.namespace_id = any($1) and p.document_id = any($2)
    order by p.namespace_id, p.document_id, p.judgment_id for update of p)
  select i::int, touches, claimed_touches, wanted, first_touch_at, nextval('record_number') as record, app.now() as now from held`,
};

const write: Named = {
  name: 'record-write',
  text: `
  with answers as (
    insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
      engine_ref, engine_version, judged_at, context_hash, truncated, body, units, ask_id, tokens, cost_usd, since, told)
    select x.* from json_to_recordset($1::json) as x(ns bigint, doc text, jdg text, record bigint, id text, version int,
      document_version bigint, seen bigint, engine_name text, engine_ref text, engine_version text, judged_at timestamptz,
      context_hash text, truncated boolean, body json, units float8, ask_id text, tokens int, cost_usd float8,
      since timestamptz, told boolean)),
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
    insert into head as h (namespace_id, document_id, judgment_id, record, version, document_version, seen, context_hash,
      engine_version, answer_id, answered_at, failure, recorded_at)
    select x.ns, x.doc, x.jdg, x.record, x.version, x.document_version, x.seen, x.hash, x.epoch, x.answer,
      case when x.answer is not null then coalesce(x.judged_at, app.now()) end, x.failure, app.now()
    from json_to_recordset($3::json) as x(ns bigint, doc text, jdg text, record bigint, version int, document_version bigint,
      seen bigint, hash text, epoch text, answer text, judged_at timestamptz, failure text)
    on conflict (namespace_id, document_id, judgment_id) do update set record = excluded.record,
      version = coalesce(case when excluded.answer_id is not null then excluded.version end, h.version),
      document_version = excluded.document_version, seen = excluded.seen,
      context_hash = coalesce(excluded.context_hash, h.context_hash),
      engine_version = coalesce(excluded.engine_version, h.engine_version),
      answer_id = coalesce(excluded.answer_id, h.answer_id), answered_at = coalesce(excluded.answered_at, h.answered_at),
      failure = excluded.failure, recorded_at = excluded.recorded_at
    where h.record < excluded.record),
  gone as (
    delete from pending p using json_to_recordset($4::json) as x(ns bigint, doc text, jdg text)
    where p.namespace_id = any(array(select (e ->> 'ns')::bigint from json_array_elements($4::json) e))
      and p.document_id = any(array(select e ->> 'doc' from json_array_elements($4::json) e))
      and p.namespace_id = x.ns and p.document_id = x.doc and p.judgment_id = x.jdg),
  kept as (
    update pending p set claim_id = null, attempts = x.attempts, lane = coalesce(x.lane, p.lane),
      due_at = case when x.again then p.wanted_at else app.now() + x.wait_ms * interval '1 ms' end
    from json_to_recordset($5::json) as x(ns bigint, doc text, jdg text, again boolean, wait_ms bigint, attempts int, lane smallint)
    where p.namespace_id = any(array(select (e ->> 'ns')::bigint from json_array_elements($5::json) e))
      and p.document_id = any(array(select e ->> 'doc' from json_array_elements($5::json) e))
      and p.namespace_id = x.ns and p.document_id = x.doc and p.judgment_id = x.jdg
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

interface HeldRow {
  i: number;
  touches: number;
  claimed_touches: number;
  wanted: string;
  first_touch_at: Date;
  record: string;
  now: Date;
}

interface Held {
  entry: Entry;
  outcome: Outcome;
  row: HeldRow;
  answerId: string | null;
}

/** A backfill does not wait for more than this; a writer or reader who wants the answer does. */
const maxBackfillTries = 4;
/** A retry may take its time: it leaves the lane of readers, who are told of the failure. */
const retryLane = 1;
const slots = 16;

/** Writes outcomes down: answers, contexts, heads, counts, queue and facts in one transaction. */
@Injectable()
export class RecordStore {
  private readonly slot = Math.floor(Math.random() * slots);

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly backfills: BackfillStore,
  ) {}

  /** Records several entries together; what their claims no longer hold is left out. Lags in milliseconds come along. */
  async record(entries: readonly Entry[]): Promise<{ recorded: Recorded[]; lagsMs: number[] }> {
    const flat = entries.flatMap((entry) => entry.outcomes.map((outcome) => ({ entry, outcome })));
    if (flat.length === 0) return { recorded: [], lagsMs: [] };
    const result = await this.db.transaction('judgments.record', async (tx) => {
      const { rows } = await tx.query<HeldRow>(hold, [
        flat.map(({ entry }) => entry.claim.namespaceId),
        flat.map(({ outcome }) => outcome.row.document),
        flat.map(({ outcome }) => outcome.row.judgmentId),
        flat.map(({ entry }) => entry.claim.id),
      ]);
      const held = rows.map((row): Held => {
        const { entry, outcome } = flat[row.i - 1];
        return { entry, outcome, row, answerId: answerIdOf(outcome) };
      });
      if (held.length === 0) return { recorded: [], lagsMs: [] };
      await tx.query(write, [...writesOf(held), this.slot]);
      await emptyErased(tx, held.flatMap(pictured));
      await this.backfills.count(tx, backfilledBy(held));
      const recorded = held.map(toRecorded);
      await addToOutbox(tx, factsOf(held, recorded));
      const lagsMs = held.flatMap(({ outcome, row }) =>
        outcome.kind === 'failed' || outcome.isAhead ? [] : [row.now.getTime() - row.first_touch_at.getTime()],
      );
      return { recorded, lagsMs };
    });
    return result;
  }
}

function pictured({ entry: { claim }, outcome }: Held): WithPictures[] {
  if (outcome.kind !== 'answered') return [];
  const { contextHash: hash, contextImages: images, row } = outcome;
  return [{ namespaceId: claim.namespaceId, document: row.document, hash, images, readAtMs: claim.nowMs }];
}

function answerIdOf(outcome: Outcome): string | null {
  if (outcome.kind === 'restored') return outcome.stored.id;
  return outcome.kind === 'answered' ? newId('ans') : null;
}

function toRecorded({ entry, outcome, row, answerId }: Held): Recorded {
  const { judgmentName, isAhead } = outcome;
  if (outcome.kind === 'restored') {
    const { seen, judgmentId } = outcome;
    const answer = { ...fromRow(outcome.stored), record: Number(row.record), seen, judgment_id: judgmentId, units: 0 };
    const recorded = { ...answer, name: judgmentName };
    return { namespaceId: entry.claim.namespaceId, answer: recorded, judgmentName, isAhead, tokens: 0, costUsd: 0 };
  }
  const raw =
    outcome.kind === 'answered'
      ? rawMembers(outcome)
      : { number: null, value: null, escape_p: null, dist: null, normalized: null };
  const answer: RecordedAnswer = {
    document: outcome.row.document,
    judgment_id: outcome.judgmentId,
    record: Number(row.record),
    answer_id: outcome.kind === 'same' ? (outcome.row.head?.answerId ?? null) : answerId,
    version: outcome.version,
    document_version: outcome.documentVersion,
    seen: outcome.seen,
    same: outcome.kind === 'same',
    failure: outcome.kind === 'failed' ? outcome.failure : null,
    engine: outcome.engine,
    engine_version: outcome.kind === 'failed' ? null : outcome.engineVersion,
    judged_at: timestamp(row.now.getTime()),
    truncated: outcome.kind === 'answered' && outcome.truncated,
    ...raw,
    name: judgmentName,
    units: outcome.kind === 'answered' ? outcome.units : 0,
  };
  const billed = outcome.kind === 'answered' ? outcome : { tokens: 0, costUsd: 0 };
  return {
    namespaceId: entry.claim.namespaceId,
    answer,
    judgmentName,
    isAhead,
    tokens: billed.tokens,
    costUsd: billed.costUsd,
  };
}

function writesOf(held: readonly Held[]): string[] {
  const answers: object[] = [];
  const contexts = new Map<string, object>();
  const heads: object[] = [];
  const gone: object[] = [];
  const kept: object[] = [];
  for (const { entry, outcome, row, answerId } of held) {
    const key = { ns: entry.claim.namespaceId, doc: outcome.row.document, jdg: outcome.row.judgmentId };
    const answered = outcome.kind === 'answered' ? outcome : null;
    const restored = outcome.kind === 'restored' ? outcome : null;
    if (restored && !restored.isAhead) {
      answers.push({ ...key, jdg: restored.judgmentId, ...restoredRow(restored, row.record, row.now) });
    }
    if (answered) {
      answers.push({
        ...key,
        jdg: answered.judgmentId,
        record: row.record,
        id: answerId,
        version: answered.version,
        document_version: answered.documentVersion,
        seen: answered.seen,
        engine_name: answered.engine.name,
        engine_ref: answered.engine.version,
        engine_version: answered.engineVersion,
        judged_at: row.now,
        context_hash: answered.contextHash,
        truncated: answered.truncated,
        body: { ...rawMembers(answered), type: answered.type, order: answered.answer.order },
        units: answered.units,
        ask_id: entry.askId,
        tokens: answered.tokens,
        cost_usd: answered.costUsd,
        since: answered.isAhead ? notInForce : null,
        told: false,
      });
      contexts.set(`${key.ns}\n${key.doc}\n${answered.contextHash}`, {
        ns: key.ns,
        doc: key.doc,
        hash: answered.contextHash,
        document_version: answered.documentVersion,
        format: answered.format,
        tokens: answered.contextTokens,
        text: answered.contextText,
        images: answered.contextImages,
      });
    }
    heads.push({
      ...key,
      record: row.record,
      version: outcome.version,
      document_version: outcome.documentVersion,
      seen: outcome.seen,
      hash: answered?.contextHash ?? restored?.stored.context_hash ?? null,
      epoch: answered?.engineVersion ?? restored?.stored.engine_version ?? null,
      answer: answerId,
      judged_at: restored?.stored.judged_at ?? null,
      failure: outcome.kind === 'failed' ? outcome.failure : null,
    });
    const again = row.touches > row.claimed_touches || Number(row.wanted) > outcome.seen;
    const retry = retryOf(outcome);
    if (again) kept.push({ ...key, again: true, wait_ms: 0, attempts: 0, lane: null });
    else if (retry !== null) kept.push({ ...key, again: false, ...retry, lane: Math.max(retryLane, outcome.row.lane) });
    else gone.push(key);
  }
  return [answers, [...contexts.values()], heads, gone, kept, statisticsOf(held)].map((rows) => JSON.stringify(rows));
}

/** When a failed question comes again, and how many tries there were by then; null for never. */
function retryOf(outcome: Outcome): { wait_ms: number; attempts: number } | null {
  if (outcome.kind !== 'failed' || outcome.retryMs === null) return null;
  const { job, attempts } = outcome.row;
  if (job !== null && attempts + 1 >= maxBackfillTries) return null;
  // A backfill counts its tries of every kind, so that it ends.
  const before = job !== null ? attempts : triesBefore(outcome.failure, outcome.row);
  return { wait_ms: outcome.retryMs, attempts: before + 1 };
}

/** What was recorded for backfills, by their jobs. */
function backfilledBy(held: readonly Held[]): Counted[] {
  const wanted = held.filter(({ outcome }) => outcome.row.job !== null);
  return [...groupBy(wanted, ({ outcome }) => outcome.row.job!)].map(([job, group]) => {
    const answered = group.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome] : []));
    return {
      job,
      answered: answered.length,
      unchanged: group.filter(({ outcome }) => outcome.kind === 'same' || outcome.kind === 'restored').length,
      failed: group.filter(({ outcome }) => outcome.kind === 'failed' && retryOf(outcome) === null).length,
      units: answered.reduce((sum, { units }) => sum + units, 0),
      usd: answered.reduce((sum, { costUsd }) => sum + costUsd, 0),
    };
  });
}

/** Figures of each namespace's judgments, and those of a template over all its namespaces, each once. */
function statisticsOf(held: readonly Held[]): object[] {
  const own = groupBy(held, ({ entry, outcome }) => `${entry.claim.namespaceId}\n${outcome.judgmentId}`);
  const inherited = held.filter(({ outcome }) => outcome.template);
  const pooled = groupBy(inherited, ({ outcome }) => outcome.judgmentId);
  return [
    ...[...own.values()].map((group) => figuresOf(group[0].entry.claim.namespaceId, group)),
    ...[...pooled.values()].map((group) => figuresOf(allNamespaces, group)),
  ];
}

function figuresOf(ns: string, group: readonly Held[]): object {
  const answered = group.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome] : []));
  const sum = (read: (outcome: (typeof answered)[number]) => number): number =>
    answered.reduce((total, outcome) => total + read(outcome), 0);
  const lags = group.filter(({ outcome }) => outcome.kind !== 'failed' && !outcome.isAhead);
  return {
    ns,
    jdg: group[0].outcome.judgmentId,
    evaluations: answered.length,
    failures: group.filter(({ outcome }) => outcome.kind === 'failed').length,
    truncated: answered.filter(({ truncated }) => truncated).length,
    tokens: sum(({ contextTokens }) => contextTokens),
    units: sum(({ units }) => units),
    usd: sum(({ costUsd }) => costUsd),
    lags: countLags(lags.map(({ row }) => row.now.getTime() - row.first_touch_at.getTime())),
  };
}

/** One fact an entry, with what was recorded of it. */
function factsOf(held: readonly Held[], recorded: readonly Recorded[]): OutboxRow[] {
  const groups = groupBy(
    held.map((one, i) => ({ ...one, recorded: recorded[i] })),
    ({ entry }) => entry,
  );
  return [...groups].flatMap(([entry, group]) => {
    const answers = group.map((one) => one.recorded.answer);
    const told = group.filter(({ outcome }) => !outcome.isAhead).map((one) => one.recorded.answer);
    // What was judged ahead concerns billing alone, and nobody when nothing was asked.
    if (told.length === 0 && entry.askId === null) return [];
    const payload: AnswerRecorded = {
      organization: entry.claim.organization,
      namespace: entry.claim.namespace,
      ask_id: entry.askId,
      units: answers.reduce((sum, { units }) => sum + units, 0),
      tokens: group.reduce((sum, one) => sum + one.recorded.tokens, 0),
      by_judgment: unitsByJudgment(answers.map((answer) => [answer.judgment_id, answer.units])),
      answers: told,
      recorded_at: timestamp(group[0].row.now.getTime()),
    };
    const bulk = group.every(({ outcome }) => isBulk(outcome.row.lane));
    const traceparent = group[0].outcome.row.traceparent;
    return [factRow(bulk ? answerRecordedBulk : answerRecordedLive, payload, traceparent)];
  });
}
