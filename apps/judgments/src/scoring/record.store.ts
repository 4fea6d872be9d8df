import { Database, Named, Tx, addToOutbox, factRow } from '@app/persistence';
import { ScoringRecorded, scoringRecorded } from '@app/contracts/judgments';
import { EngineUses } from '../copy/engine/engine-uses';
import { groupBy } from '../queue/pending/group-by';
import { lagBuckets } from '../judgment/statistic/lag';
import { allNamespaces, slots } from '../judgment/statistic/statistic.store';
import { chargesOf, recordedFacts, rowKeyOf } from './facts';
import type { Scored, Scoring } from './scoring';
import { hasLeft } from './row-epoch';
import { stopRow } from './scoring.store';

/** The slot of this process in the statistics. */
const slot = Math.floor(Math.random() * slots);

/** Ends the asks whose claim still holds. */
const end: Named = {
  name: 'scoring-end',
  text: `
  with held as materialized (
    select k.i, a.run, a.alternative, a.answer_id
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as k(run, alternative, answer, claim, i)
    join scoring_ask a on a.run = k.run and a.alternative = k.alternative and a.answer_id = k.answer and a.claim_id = k.claim
      and a.done_at is null
    order by a.run, a.alternative, a.answer_id for update of a)
  update scoring_ask a set done_at = app.now(), claim_id = null from held h
  where a.run = h.run and a.alternative = h.alternative and a.answer_id = h.answer_id
  returning h.i::int - 1 as i, app.now() as now`,
};

/** Adds spend and units to the day. */
const count: Named = {
  name: 'scoring-count',
  text: `
  insert into statistic as s (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
  select x.ns, x.jdg, (app.now() at time zone 'utc')::date, $2::smallint, 0, 0, 0, 0, x.units, x.usd, array_fill(0, array[$3::int])
  from json_to_recordset($1::json) as x(ns bigint, jdg text, units float8, usd float8)
  order by x.ns, x.jdg
  on conflict (namespace_id, judgment_id, day, slot) do update
    set units = s.units + excluded.units, spend_usd = s.spend_usd + excluded.spend_usd`,
};

/**
 * Records what asks came to, in one transaction: the asks end, billing and calibration get their facts, and a row that was
 * answered in another epoch that is in force stops. Asks whose claim no longer holds are left out.
 * @returns whether each was recorded
 */
export async function recordScored(db: Database, uses: EngineUses, scored: readonly Scored[]): Promise<boolean[]> {
  return db.transaction('judgments.scoring', async (tx) => {
    const { rows } = await tx.query<{ i: number; now: Date }>(end, [
      scored.map(({ claim }) => claim.run),
      scored.map(({ ask }) => ask.alternative),
      scored.map(({ ask }) => ask.answerId),
      scored.map(({ claim }) => claim.id),
    ]);
    const isHeld = scored.map(() => false);
    for (const { i } of rows) isHeld[i] = true;
    if (rows.length === 0) return isHeld;
    const held = scored.filter((_, i) => isHeld[i]);
    const [{ now }] = rows;
    const stopped = await stopMoved(tx, held);
    await countSpend(tx, held);
    await uses.note(tx, usesOf(held));
    await addToOutbox(tx, [...chargesOf(held, now), ...recordedFacts(held, stopped, now)]);
    return isHeld;
  });
}

/**
 * Stops a row before it is asked in another epoch, and says so unless it has stopped already: each claim of the row that
 * was made before comes here.
 */
export async function recordStop(db: Database, scoring: Scoring): Promise<void> {
  const { organization, judgmentId: judgment_id, run, alternative } = scoring;
  await db.transaction('judgments.scoring-stop', async (tx) => {
    if (!(await stopRow(tx, run, alternative))) return;
    const payload: ScoringRecorded = { organization, judgment_id, run, alternative, stopped: true, labels: [] };
    await addToOutbox(tx, [factRow(scoringRecorded, payload)]);
  });
}

/**
 * Stops the rows that were answered in another epoch and whose own is no longer in force.
 * @returns their keys, also of rows that had stopped already: each fact says it of the answers that it brings
 */
async function stopMoved(tx: Tx, held: readonly Scored[]): Promise<Set<string>> {
  const stopped = new Set<string>();
  for (const [key, group] of groupBy(held, rowKeyOf)) {
    const epochs = group.flatMap(({ result }) => result.engine_version ?? []);
    if (epochs.length === 0) continue;
    const scoring = group[0].claim.rows.get(group[0].ask.alternative)!;
    const wanted = scoring.engineVersion || (await settleEpoch(tx, scoring, epochs[0]));
    if (!group.some(({ result, inForce }) => hasLeft(wanted, result.engine_version, inForce))) continue;
    stopped.add(key);
    await stopRow(tx, scoring.run, scoring.alternative);
  }
  return stopped;
}

/** A row of an engine that nobody has seen answer is of the epoch of its first answer. @returns the row's epoch */
async function settleEpoch(tx: Tx, { run, alternative }: Scoring, epoch: string): Promise<string> {
  const { rows } = await tx.query<{ engine_version: string }>(
    `update scoring set engine_version = case engine_version when '' then $3 else engine_version end
     where run = $1 and alternative = $2 returning engine_version`,
    [run, alternative, epoch],
  );
  return rows[0].engine_version;
}

/** Counts the spend of each namespace, and of a template over all namespaces that inherit it. */
async function countSpend(tx: Tx, held: readonly Scored[]): Promise<void> {
  const billed = held.filter(({ claim, ask, askId }) => askId !== null && !claim.rows.get(ask.alternative)!.free);
  if (billed.length === 0) return;
  const inherited = billed.filter(({ isInherited }) => isInherited);
  const sums = [...sumsOf(billed, ({ ask }) => ask.namespaceId), ...sumsOf(inherited, () => allNamespaces)];
  await tx.query(count, [JSON.stringify(sums), slot, lagBuckets]);
}

function sumsOf(billed: readonly Scored[], namespaceOf: (one: Scored) => string): object[] {
  const judgmentOf = ({ claim, ask }: Scored): string => claim.rows.get(ask.alternative)!.judgmentId;
  const groups = groupBy(billed, (one) => `${namespaceOf(one)}\n${judgmentOf(one)}`);
  return [...groups.values()].map((group) => ({
    ns: namespaceOf(group[0]),
    jdg: judgmentOf(group[0]),
    units: group.reduce((sum, { result }) => sum + result.units, 0),
    usd: group.reduce((sum, { result }) => sum + result.cost_usd, 0),
  }));
}

function usesOf(held: readonly Scored[]) {
  return held.flatMap(({ claim, ask, askId }) => {
    if (askId === null) return [];
    return [{ namespaceId: ask.namespaceId, engine: claim.rows.get(ask.alternative)!.definition.engine }];
  });
}
