import { Named, Queryable, Tx } from '@app/persistence';
import { TableKey, labelsValues, tableValues } from '../sample/key';
import { RunRow, StopReason, columns } from '../subject/run-row';

/** A row of a run. `stopped`: its engine changed meanwhile, and it stays unscored. */
export interface RunRowState {
  alternative: string;
  place: number;
  state: 'waiting' | 'asked' | 'stopped' | 'scored';
}

/** A run that begins. */
export type NewRun = Omit<RunRow, 'state' | 'stopped_by' | 'started_at' | 'extended_at' | 'ended_at'> & {
  plan: Buffer;
  rows: string[];
};

/** Adds nothing while another paid run of the judgment is open. */
const add: Named = {
  name: 'alternative-run-add',
  text: `
    with added as (
      insert into alternative_run (organization, judgment_id, scope, version, engine_version, run, name, generation, free,
        automatic, block, plan, detectable, state, started_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'open', app.now())
      on conflict do nothing returning run
    ), own as (
      insert into alternative_run_row (run, alternative, place, state)
      select added.run, r.alternative, r.place - 1, 'waiting' from added, unnest($14::text[]) with ordinality as r(alternative, place)
    )
    select run from added`,
};

const find: Named = { name: 'alternative-run-find', text: `select ${columns} from alternative_run where run = $1` };

const rowsOf: Named = {
  name: 'alternative-run-rows',
  text: 'select alternative, place, state from alternative_run_row where run = $1 order by place limit 100',
};

const later: Named = {
  name: 'alternative-run-later',
  text: `
    select exists (select from alternative_score s join alternative_run r on r.run = s.run
      where s.organization = $1 and s.judgment_id = $2 and s.scope = $3 and s.month = $4 and s.in_k and s.run <> $5
        and r.ended_at is not null and r.ended_at <= $6) as later`,
};

/** @returns false when another paid run of the judgment is open */
export async function addRun(tx: Tx, run: NewRun): Promise<boolean> {
  const { rowCount } = await tx.query(add, [
    ...labelsValues(run),
    ...[run.run, run.name, run.generation, run.free, run.automatic, run.block, run.plan],
    run.detectable && JSON.stringify(run.detectable),
    run.rows,
  ]);
  return rowCount === 1;
}

export async function setJob(tx: Tx, run: string, job: string): Promise<void> {
  await tx.query('update alternative_run set job = $2 where run = $1', [run, job]);
}

export async function findRun(from: Queryable, run: string): Promise<RunRow | null> {
  return (await from.query<RunRow>(find, [run])).rows[0] ?? null;
}

export async function findRunOfJob(from: Queryable, job: string): Promise<RunRow | null> {
  const text = `select ${columns} from alternative_run where job = $1 and state <> 'ended' limit 1`;
  return (await from.query<RunRow>(text, [job])).rows[0] ?? null;
}

/** Open runs of a judgment that compare with another version than the active one. @param active null: all of them */
export async function findSupersededRuns(from: Queryable, key: TableKey, active: number | null): Promise<RunRow[]> {
  const text = `select ${columns} from alternative_run where organization = $1 and judgment_id = $2 and scope = $3
    and state = 'open' and version is distinct from $4 limit 10`;
  return (await from.query<RunRow>(text, [...tableValues(key), active])).rows;
}

export async function readPlan(from: Queryable, run: string): Promise<Buffer | null> {
  const text = 'select plan from alternative_run where run = $1';
  return (await from.query<{ plan: Buffer | null }>(text, [run])).rows[0]?.plan ?? null;
}

export async function readRunRows(from: Queryable, run: string): Promise<RunRowState[]> {
  return (await from.query<RunRowState>(rowsOf, [run])).rows;
}

export async function setRowState(
  to: Queryable,
  run: string,
  alternative: string,
  state: RunRowState['state'],
): Promise<void> {
  // A row that is scored or stopped stays so, whatever arrives late.
  await to.query(
    `update alternative_run_row set state = $3 where run = $1 and alternative = $2 and state not in ('scored', 'stopped')`,
    [run, alternative, state],
  );
}

/** Whether rows of the month were scored in a run that had ended before this one began. */
export async function isLaterRun(from: Queryable, run: RunRow, month: string): Promise<boolean> {
  const values = [...tableValues(run), month, run.run, run.started_at];
  return (await from.query<{ later: boolean }>(later, values)).rows[0].later;
}

/** Whether a row of a run has come to its end. */
export function isDone({ state }: RunRowState): boolean {
  return state === 'scored' || state === 'stopped';
}

/** Marks a run for its worker to stop; the first reason stays. */
export async function markStopping(to: Queryable, run: string, by: StopReason): Promise<void> {
  await to.query(`update alternative_run set state = 'stopping', stopped_by = $2 where run = $1 and state = 'open'`, [
    run,
    by,
  ]);
}

export async function markExtended(to: Queryable, run: string): Promise<void> {
  await to.query('update alternative_run set extended_at = app.now() where run = $1', [run]);
}

/**
 * Ends a run. Its plan, which names documents, is kept no longer.
 * @param isWhole whether every row came to its end, so that nothing stopped the run
 */
export async function endRun(on: Queryable, run: string, isWhole: boolean): Promise<void> {
  const text = `update alternative_run set state = 'ended', ended_at = app.now(), plan = null,
    stopped_by = case when $2 then null else stopped_by end where run = $1 and state <> 'ended'`;
  await on.query(text, [run, isWhole]);
}
