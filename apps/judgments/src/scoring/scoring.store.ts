import type { StartScoring } from '@app/contracts/judgments';
import type { Definition } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';

/** A run that nobody has started or continued for so long is over: its table's month has ended. */
const keptDays = 40;

/**
 * Queues the asks of one row of a run; a repeated start adds nothing, and one that comes after the stop neither.
 * @param namespaceIds of the labels, in their order
 */
export async function startScoring(tx: Tx, start: StartScoring, namespaceIds: readonly string[]): Promise<void> {
  const { labels } = start;
  const { rowCount } = await tx.query(
    `insert into scoring_run as r (run, organization) values ($1, $2)
     on conflict (run) do update set open = true, touched_at = app.now()
       where r.organization = excluded.organization and r.stopped_at is null`,
    [start.run, start.organization],
  );
  if (rowCount === 0) return;
  await tx.query(
    `insert into scoring (run, alternative, judgment_id, version, definition, contexts, engine_version, free, block, place)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      ...[start.run, start.alternative, start.judgment_id, start.version, JSON.stringify(start.definition)],
      ...[start.contexts, start.engine_version, start.free, start.block, start.place],
    ],
  );
  await tx.query(
    `insert into scoring_ask (run, alternative, answer_id, namespace_id, document_id, engine_name, place, n, units, at_units)
     select s.run, s.alternative, l.answer, l.ns, l.doc, $3, s.place, l.n, l.units, l.at_units
     from scoring s, unnest($4::text[], $5::bigint[], $6::text[], $7::float8[], $8::float8[]) with ordinality
       as l(answer, ns, doc, units, at_units, n)
     where s.run = $1 and s.alternative = $2 and not s.stopped
     order by l.n on conflict do nothing`,
    [
      ...[start.run, start.alternative, (start.definition as Definition).engine.name],
      labels.map(({ answer }) => answer),
      namespaceIds,
      labels.map(({ document }) => document),
      labels.map(({ units }) => units),
      labels.map(({ at_units }) => at_units),
    ],
  );
}

/** Asks of a row, or of a whole run, that have no answer yet. */
export async function openAsks(db: Queryable, run: string, alternative: string | null): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from scoring_ask
     where run = $1 and ($2::text is null or alternative = $2) and done_at is null`,
    [run, alternative],
  );
  return rows[0].n;
}

/** Stops a run for good, whether it has started or not. What no process holds is taken back. */
export async function stopScoring(tx: Tx, organization: string, run: string): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into scoring_run as r (run, organization, open, stopped_at) values ($1, $2, false, app.now())
     on conflict (run) do update set open = false, stopped_at = coalesce(r.stopped_at, app.now())
       where r.organization = excluded.organization`,
    [run, organization],
  );
  if (rowCount === 0) return;
  await tx.query(
    'delete from scoring_ask where run = $1 and done_at is null and (claim_id is null or due_at <= app.now())',
    [run],
  );
}

/**
 * Stops one row, whose engine answers in another epoch. What no process holds is taken back. Of several that stop the row
 * at once each waits for the commit of the one before.
 * @returns false when the row had stopped already, or is gone
 */
export async function stopRow(tx: Tx, run: string, alternative: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update scoring set stopped = true where run = $1 and alternative = $2 and not stopped',
    [run, alternative],
  );
  await tx.query(
    'delete from scoring_ask where run = $1 and alternative = $2 and done_at is null and claim_id is null',
    [run, alternative],
  );
  return rowCount === 1;
}

/** The asks of a namespace that wait for money are due. */
export async function resumeScoring(db: Queryable, organization: string, namespace: string): Promise<number> {
  const { rowCount } = await db.query(
    `update scoring_ask a set due_at = app.now(), needs_money = false from namespace n
     where n.organization = $1 and n.name = $2 and a.namespace_id = n.id and a.needs_money and a.done_at is null`,
    [organization, namespace],
  );
  return rowCount ?? 0;
}

/** Marks runs without an open ask, so that claims no longer look at them. One that was started just now is left alone. */
export async function closeRuns(db: Queryable): Promise<void> {
  await db.query(
    `update scoring_run r set open = false where r.open and r.touched_at < app.now() - interval '1 minute'
       and not exists (select from scoring_ask a where a.run = r.run and a.done_at is null)`,
  );
}

/** Deletes the oldest run that is over, which has up to 20,000 asks. @returns whether there was one */
export async function deleteOldRun(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from scoring_run where run = (
       select run from scoring_run where touched_at < app.now() - interval '${keptDays} days' order by touched_at limit 1)`,
  );
  return rowCount === 1;
}

/** Age of the oldest ask that is due or under way, in seconds; 0 without one. Asks that wait for money are left out. */
export async function readOldestAskS(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ age: number }>(
    `select coalesce(extract(epoch from app.now() - min(s.started_at)), 0)::float8 as age
     from scoring_run r join scoring s using (run)
     where r.open and exists (select from scoring_ask a where a.run = s.run and a.alternative = s.alternative
       and a.done_at is null and not a.needs_money)`,
  );
  return rows[0].age;
}
