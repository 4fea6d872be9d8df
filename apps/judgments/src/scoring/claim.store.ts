import type { ContextKind } from '@app/contracts/calibration';
import type { Definition } from '@app/definition';
import { Named, Queryable, newId } from '@app/persistence';
import type { Returned, Scoring, ScoringAsk, ScoringClaim } from './scoring';

/** How long a claim holds: longer than an ask may take. */
const leaseS = 60;

/** Select that finds a row when an ask of a run that goes on is due. */
export const dueAsks = `
  select from scoring_run r where r.open and r.stopped_at is null and exists (
    select from scoring_ask a where a.run = r.run and a.done_at is null and a.due_at <= app.now())`;

/** Runs take turns; rows of a run are asked in their order, so that one that stops early leaves whole rows. */
const claim: Named = {
  name: 'scoring-claim',
  text: `
  with next as materialized (
    select r.run, r.organization, e.engine_name from scoring_run r
    cross join lateral (
      select a.engine_name from scoring_ask a
      where a.run = r.run and a.done_at is null and a.due_at <= app.now() and a.engine_name <> all($3::text[])
      order by a.place, a.n limit 1) e
    where r.open and r.stopped_at is null order by r.served_at, r.run limit 1),
  found as materialized (
    select a.run, a.alternative, a.answer_id, a.place, a.n from scoring_ask a join next on next.run = a.run
    where a.done_at is null and a.due_at <= app.now() and a.engine_name = next.engine_name
    order by a.place, a.n limit $1 for update of a skip locked),
  served as (update scoring_run r set served_at = app.now() from next where r.run = next.run),
  claimed as (
    update scoring_ask a set claim_id = $2, due_at = app.now() + interval '${leaseS} s', needs_money = false from found f
    where a.run = f.run and a.alternative = f.alternative and a.answer_id = f.answer_id
    returning a.alternative, a.answer_id, a.namespace_id, a.document_id, a.units, a.at_units, a.attempts, a.place, a.n)
  select next.run, next.organization, next.engine_name, app.now() as now, c.alternative, c.answer_id, c.namespace_id,
    n.name as namespace, c.document_id, c.units, c.at_units, c.attempts
  from next left join claimed c on true left join namespace n on n.id = c.namespace_id order by c.place, c.n`,
};

const rowsOf: Named = {
  name: 'scoring-rows',
  text: `select alternative, judgment_id, version, definition, contexts, engine_version, free, block, stopped, started_at
         from scoring where run = $1 and alternative = any($2)`,
};

/** Asks of rows and runs that were stopped meanwhile do not come back. */
const giveBack: Named = {
  name: 'scoring-give-back',
  text: `
  with k as materialized (
    select k.*, s.stopped or r.stopped_at is not null as gone
    from unnest($3::text[], $4::text[], $5::bigint[], $6::int[], $7::boolean[]) as k(alternative, answer, wait_ms, tried, money)
    join scoring s on s.run = $1 and s.alternative = k.alternative join scoring_run r on r.run = $1),
  gone as (
    delete from scoring_ask a using k
    where a.run = $1 and a.alternative = k.alternative and a.answer_id = k.answer and a.claim_id = $2 and k.gone
    returning a.alternative, a.answer_id),
  kept as (
    update scoring_ask a set claim_id = null, due_at = app.now() + k.wait_ms * interval '1 ms',
      attempts = a.attempts + k.tried, needs_money = k.money
    from k where a.run = $1 and a.alternative = k.alternative and a.answer_id = k.answer and a.claim_id = $2 and not k.gone
    returning a.alternative, a.answer_id)
  select alternative, answer_id from gone union all select alternative, answer_id from kept`,
};

interface ClaimedAskRow {
  run: string;
  organization: string;
  engine_name: string;
  now: Date;
  alternative: string | null;
  answer_id: string;
  namespace_id: string;
  namespace: string;
  document_id: string;
  units: number;
  at_units: number;
  attempts: number;
}

interface ScoringRow {
  alternative: string;
  judgment_id: string;
  version: number;
  definition: Definition;
  contexts: ContextKind;
  engine_version: string;
  free: boolean;
  block: string | null;
  stopped: boolean;
  started_at: Date;
}

/**
 * Claims due asks of the run whose turn it is, of one engine, for a minute.
 * @param full engines that this process has enough asks of
 * @returns null when none is due
 */
export async function claimScoring(db: Queryable, most: number, full: readonly string[]): Promise<ScoringClaim | null> {
  const id = newId('clm');
  const claimedAtMs = Date.now();
  const { rows } = await db.query<ClaimedAskRow>(claim, [most, id, full]);
  if (rows.length === 0) return null;
  const [{ run, organization, engine_name: engine, now }] = rows;
  const asks = rows.flatMap(toAsk);
  const scorings = await readScoringsOf(db, run, organization, asks);
  return { id, run, organization, engine, claimedAtMs, now, asks, rows: scorings };
}

async function readScoringsOf(
  db: Queryable,
  run: string,
  organization: string,
  asks: readonly ScoringAsk[],
): Promise<Map<string, Scoring>> {
  if (asks.length === 0) return new Map();
  const names = [...new Set(asks.map(({ alternative }) => alternative))];
  const { rows } = await db.query<ScoringRow>(rowsOf, [run, names]);
  return new Map(
    rows.map(({ alternative, definition, contexts, version, free, block, stopped, ...row }) => [
      alternative,
      {
        run,
        organization,
        alternative,
        definition,
        contexts,
        version,
        free,
        block,
        stopped,
        judgmentId: row.judgment_id,
        engineVersion: row.engine_version,
        startedAt: row.started_at,
      },
    ]),
  );
}

function toAsk(row: ClaimedAskRow): ScoringAsk[] {
  const { alternative, units, attempts, namespace } = row;
  if (alternative === null) return [];
  const { answer_id: answerId, namespace_id: namespaceId, document_id: document, at_units: atUnits } = row;
  return [{ alternative, namespace, namespaceId, document, answerId, units, atUnits, attempts }];
}

/** Gives asks back to their queue. @returns those that the claim still held */
export async function giveBackAsks(
  db: Queryable,
  { run, id }: Pick<ScoringClaim, 'run' | 'id'>,
  returned: readonly Returned[],
): Promise<ScoringAsk[]> {
  if (returned.length === 0) return [];
  const { rows } = await db.query<{ alternative: string; answer_id: string }>(giveBack, [
    ...[run, id],
    returned.map(({ ask }) => ask.alternative),
    returned.map(({ ask }) => ask.answerId),
    returned.map(({ waitMs }) => Math.round(waitMs)),
    returned.map(({ isTried }) => (isTried ? 1 : 0)),
    returned.map(({ needsMoney = false }) => needsMoney),
  ]);
  const held = new Set(rows.map(({ alternative, answer_id }) => `${alternative}\n${answer_id}`));
  return returned.flatMap(({ ask }) => (held.has(`${ask.alternative}\n${ask.answerId}`) ? [ask] : []));
}

/** The asks of a run in a namespace that nobody holds wait for money as well, so that they are not claimed in vain. */
export async function waitForMoney(db: Queryable, run: string, namespaceId: string, waitMs: number): Promise<void> {
  await db.query(
    `update scoring_ask set due_at = app.now() + $3::bigint * interval '1 ms', needs_money = true
     where run = $1 and namespace_id = $2 and done_at is null and claim_id is null and not needs_money`,
    [run, namespaceId, waitMs],
  );
}
