import type { Tx } from '@app/persistence';
import { EpochName, epochLabel, epochName, nextEpoch } from './epoch';
import { Counted } from './tally';

const label = (table: string) => `'current+' || ${table}.day::text || '.' || ${table}.n`;

/** The newest epoch of each version of an engine `e` that answered in the last day; the one in force is always among them. */
const known = (most: number) => `
  select coalesce(json_agg(json_build_object('label', ${label('k')}, 'identity', k.identity,
    'reportedModel', k.reported_model, 'answeredAtMs', extract(epoch from k.answered_at) * 1000,
    'canaryAtMs', extract(epoch from k.canary_at) * 1000) order by k.day desc, k.n desc), '[]')
  from (
    select * from (
      select distinct on (p.identity, p.reported_model) p.* from epoch p
      where p.engine = e.name and (p.answered_at > app.now() - interval '24 hours' or (p.day, p.n) =
        (split_part(split_part(e.epoch, '+', 2), '.', 1)::date, split_part(e.epoch, '.', 2)::integer))
      order by p.identity, p.reported_model, p.day desc, p.n desc) newest
    order by ${label('newest')} = e.epoch desc, newest.identity = e.identity desc, newest.answered_at desc limit ${most}) k`;

/** The answers of the last hour by epoch, of the entry that stands behind the name of an engine `e`. */
const hour = `
  select coalesce(json_agg(json_build_object('label', h.label, 'reportedModel', h.reported_model, 'answers', h.answers)), '[]')
  from (
    select ${label('p')} as label, p.reported_model, sum(a.answers)::integer as answers
    from epoch_answer a join epoch p using (engine, day, n)
    where a.engine = e.name and p.identity = e.identity and a.minute > app.now() - interval '1 hour'
    group by 1, 2) h`;

/** SQL of what is remembered of the epochs of an engine `e`, as JSON. */
export const knownEpochs = (most: number) => `(${known(most)})`;

/** Columns of a select from `engine e`: what is remembered of its epochs, and what they answered in the last hour. */
export const epochColumns = (most: number) => `${knownEpochs(most)} as known, (${hour}) as hour`;

const last = 'select day::text as day, n from epoch where engine = $1 order by day desc, n desc limit 1';
const add = `
  insert into epoch (engine, day, n, identity, reported_model, source, probability_source, opened_at, answered_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`;

/** What an epoch is of. */
export interface NewEpoch {
  engine: string;
  identity: string;
  reportedModel: string | null;
  source: string | null;
  probabilitySource: string | null;
}

/** Opens an epoch. The engine's row must be locked. @returns its name, and when it was opened */
export async function addEpoch(tx: Tx, epoch: NewEpoch): Promise<{ label: string; openedAt: Date }> {
  const newest = (await tx.query<EpochName>(last, [epoch.engine])).rows[0] ?? null;
  const { rows } = await tx.query<{ now: Date }>('select app.now() as now');
  const opened = nextEpoch(newest, rows[0].now.getTime());
  const { engine, identity, reportedModel, source, probabilitySource } = epoch;
  const about = [identity, reportedModel, source, probabilitySource, rows[0].now];
  await tx.query(add, [engine, opened.day, opened.n, ...about]);
  return { label: epochLabel(opened), openedAt: rows[0].now };
}

/** Notes the version that answers in an epoch of which none was known. */
export async function noteModel(tx: Tx, engine: string, epoch: string, reportedModel: string): Promise<void> {
  const { day, n } = epochName(epoch);
  await tx.query('update epoch set reported_model = $4 where (engine, day, n) = ($1, $2, $3)', [
    engine,
    day,
    n,
    reportedModel,
  ]);
}

/** When an epoch was opened. */
export async function readOpened(tx: Tx, engine: string, epoch: string): Promise<Date | null> {
  const { day, n } = epochName(epoch);
  const text = 'select opened_at from epoch where (engine, day, n) = ($1, $2, $3)';
  return (await tx.query<{ opened_at: Date }>(text, [engine, day, n])).rows[0]?.opened_at ?? null;
}

const count = {
  name: 'epoch-count',
  text: `
    insert into epoch_answer as c (engine, day, n, minute, answers)
    select $1, g.day, g.n, to_timestamp(g."minuteMs" / 1000), g.answers
    from jsonb_to_recordset($2::jsonb) as g(day date, n integer, "minuteMs" float8, answers integer) where g.answers > 0
    on conflict (engine, day, n, minute) do update set answers = c.answers + excluded.answers`,
};
const answered = {
  name: 'epoch-answered',
  text: `
    update epoch p set answered_at = greatest(p.answered_at, g.last)
    from (select day, n, to_timestamp(max("lastMs") / 1000) as last
          from jsonb_to_recordset($2::jsonb) as g(day date, n integer, "lastMs" float8) group by day, n) g
    where (p.engine, p.day, p.n) = ($1, g.day, g.n)`,
};
const forget = {
  name: 'epoch-answer-forget',
  text: `delete from epoch_answer where engine = $1 and minute < app.now() - interval '61 minutes'`,
};

/** Adds what a process has counted, and forgets minutes that are over an hour ago. The engine's row must be locked. */
export async function countAnswers(tx: Tx, engine: string, counted: readonly Counted[]): Promise<void> {
  const rows = JSON.stringify(counted.map((one) => ({ ...epochName(one.label), ...one })));
  await tx.query(count, [engine, rows]);
  await tx.query(answered, [engine, rows]);
  await tx.query(forget, [engine]);
}

/** Another entry stands behind the name: the answers of the one before say nothing of which of its epochs is in force. */
export async function forgetAnswers(tx: Tx, engine: string): Promise<void> {
  await tx.query('delete from epoch_answer where engine = $1', [engine]);
}
