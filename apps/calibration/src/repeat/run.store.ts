import { RepeatabilityView } from '@app/contracts/calibration';
import { Named, Queryable, Tx } from '@app/persistence';
import { LabelsKey, TableKey, labelsValues, tableValues } from '../alternative/sample/key';
import { RepeatRun, RepeatStop } from './run';

/** How long a quote may be confirmed. */
export const quoteHours = 1;

const columns = `run, organization, judgment_id, scope, name, version, engine_version, state, stopped_by, answers, estimate, job, block, priced_at,
  asked_at, extended_at, result`;
const isOf = 'organization = $1 and judgment_id = $2 and scope = $3';

/** A judgment has one quote; old ones of any judgment go with each new one. */
const quote: Named = {
  name: 'repeat-quote',
  text: `
    with replaced as (delete from repeat_run where ${isOf} and state = 'quoted'),
    expired as (
      delete from repeat_run where run in (select run from repeat_run
        where state = 'quoted' and priced_at < app.now() - interval '${quoteHours} hour'
          and (organization, judgment_id, scope) <> ($1, $2, $3) limit 100))
    insert into repeat_run (organization, judgment_id, scope, version, engine_version, run, name, plan, answers, estimate, state, priced_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'quoted', app.now())`,
};

/** Confirms of one judgment follow one another, so that the second one finds the run of the first. */
const lock: Named = {
  name: 'repeat-lock',
  text: `select pg_advisory_xact_lock(hashtextextended($1 || ' repeat ' || $2 || ' ' || $3, 0))`,
};

const begin: Named = {
  name: 'repeat-begin',
  text: `
    update repeat_run r set state = 'open', block = $2 where run = $1 and state = 'quoted' and not exists (
      select from repeat_run o where (o.organization, o.judgment_id, o.scope) = (r.organization, r.judgment_id, r.scope)
        and o.state in ('open', 'stopping'))`,
};

/** The newest run of a judgment that found something. */
const last: Named = {
  name: 'repeat-last',
  text: `select result from repeat_run where ${isOf} and version = $4
    and ($5::text is null or engine_version = $5) and state = 'ended' limit 1`,
};

/** Only the newest result of a judgment is kept. */
const keep: Named = {
  name: 'repeat-keep',
  text: `
    with older as (
      delete from repeat_run o using repeat_run r where r.run = $1 and o.run <> r.run and o.state = 'ended'
        and (o.organization, o.judgment_id, o.scope) = (r.organization, r.judgment_id, r.scope))
    update repeat_run set state = 'ended', plan = null, result = $2 where run = $1`,
};

const open: Named = {
  name: 'repeat-hold',
  text: `select from repeat_run where run = $1 and state in ('open', 'stopping') for share`,
};

export async function addQuote(
  on: Queryable,
  key: LabelsKey,
  { run, name, plan, answers, estimate }: Pick<RepeatRun, 'run' | 'name' | 'answers' | 'estimate'> & { plan: Buffer },
): Promise<void> {
  await on.query(quote, [...labelsValues(key), run, name, plan, answers, JSON.stringify(estimate)]);
}

/** @param key the judgment that it must be of */
export async function findRun(from: Queryable, run: string, key?: TableKey): Promise<RepeatRun | null> {
  const text = `select ${columns} from repeat_run where run = $1`;
  const found = (await from.query<RepeatRun>({ name: 'repeat-find', text }, [run])).rows[0] ?? null;
  const isOther = key !== undefined && found !== null && `${tableValues(found)}` !== `${tableValues(key)}`;
  return isOther ? null : found;
}

export async function findOpen(from: Queryable, key: TableKey): Promise<RepeatRun | null> {
  const text = `select ${columns} from repeat_run where ${isOf} and state in ('open', 'stopping') limit 1`;
  return (await from.query<RepeatRun>({ name: 'repeat-open', text }, tableValues(key))).rows[0] ?? null;
}

export async function readPlanOf(from: Queryable, run: string): Promise<Buffer | null> {
  const { rows } = await from.query<{ plan: Buffer | null }>('select plan from repeat_run where run = $1', [run]);
  return rows[0]?.plan ?? null;
}

/** Opens a quoted run. @returns false when it is no quote any more, or another one of the judgment is open */
export async function beginRun(tx: Tx, run: RepeatRun, block: string | null): Promise<boolean> {
  await tx.query(lock, tableValues(run));
  return (await tx.query(begin, [run.run, block])).rowCount === 1;
}

export async function setJobOf(tx: Tx, run: string, job: string): Promise<void> {
  await tx.query('update repeat_run set job = $2 where run = $1', [run, job]);
}

export async function markAsked(on: Queryable, run: string): Promise<void> {
  await on.query('update repeat_run set asked_at = app.now() where run = $1', [run]);
}

export async function markExtended(on: Queryable, run: string): Promise<void> {
  await on.query('update repeat_run set extended_at = app.now() where run = $1', [run]);
}

/** Marks a run for its worker to stop; the first reason stays. */
export async function markStopping(on: Queryable, run: string, by: RepeatStop): Promise<void> {
  await on.query(`update repeat_run set state = 'stopping', stopped_by = $2 where run = $1 and state = 'open'`, [
    run,
    by,
  ]);
}

/** Ends a run: its answers go, and what they showed stays. @param result null when it was stopped: then nothing stays */
export async function endRun(tx: Tx, run: string, result: RepeatabilityView | null): Promise<void> {
  await tx.query('delete from alternative_answer where run = $1', [run]);
  if (result === null) await tx.query('delete from repeat_run where run = $1', [run]);
  else await tx.query(keep, [run, JSON.stringify(result)]);
}

/** Keeps a run from ending until the transaction does. @returns false when it has ended, or never was */
export async function holdOpen(tx: Tx, run: string): Promise<boolean> {
  return (await tx.query(open, [run])).rowCount === 1;
}

/** What the last run of a version found; null without one. @param epoch null: of any epoch */
export async function findResult(
  from: Queryable,
  key: TableKey & { version: number },
  epoch: string | null,
): Promise<RepeatabilityView | null> {
  const { rows } = await from.query<{ result: RepeatabilityView }>(last, [...tableValues(key), key.version, epoch]);
  return rows[0]?.result ?? null;
}

/** The last erasure of namespaces that were ever erased, by name. */
export async function readErasures(
  from: Queryable,
  organization: string,
  namespaces: readonly string[],
): Promise<Record<string, string>> {
  const text = `select namespace, revision::text as revision from namespace_erasure
    where organization = $1 and namespace = any($2)`;
  const { rows } = await from.query<{ namespace: string; revision: string }>(text, [organization, namespaces]);
  return Object.fromEntries(rows.map(({ namespace, revision }) => [namespace, revision]));
}
