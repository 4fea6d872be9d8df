import type { Queryable, Tx } from '@app/persistence';
import { beforeAll } from './keep-page.store';
import type { Replacement } from './replacement';

/** A replacement that was left alone for longer begins again: an earlier build may have deleted documents meanwhile. */
const leftAlone = `interval '5 minutes'`;
/** What locks the partitions does not wait behind a long statement, since others would wait behind it. */
const lockMs = 500;

/** How far the replacement under way has come. */
export interface Progress extends Replacement {
  /** Place of the partition that is being copied; the number of partitions when all are. */
  source: number;
  after: string[];
  looked: number;
  kept: number;
  beganAt: Date;
  isLeftAlone: boolean;
}

export interface Retention {
  now: Date;
  /** Whether the first day is over. */
  mayBegin: boolean;
  /** Null without a replacement under way. */
  progress: Progress | null;
}

type Row = Omit<Retention, 'progress'> & (Progress | { target: null });

/** What the retention stands at, held until the transaction ends; null when another process works on it. */
export async function holdRetention(tx: Tx): Promise<Retention | null> {
  const { rows } = await tx.query<Row>(
    `select app.now() as now, begins_at <= app.now() as "mayBegin", target, sources, from_at::text as "from", to_at::text as "to",
       in_force_at::text as "inForceAt", source, after_key as after, looked_at::float8 as looked, kept::float8 as kept,
       began_at as "beganAt", touched_at < app.now() - ${leftAlone} as "isLeftAlone"
     from answer_retention for update skip locked`,
  );
  if (rows.length === 0) return null;
  const { now, mayBegin, ...progress } = rows[0];
  return { now, mayBegin, progress: progress.target === null ? null : progress };
}

/** Names of the partitions of `answer`. */
export async function answerPartitions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'answer'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Waits for writers about old answers (`keepOldAnswers`) by the lock of the constraint, which spares a look at every row when
 * the partition is attached.
 */
export async function beginReplacement(tx: Tx, { target, sources, from, to, inForceAt }: Replacement): Promise<void> {
  await setShortLockTimeout(tx);
  await tx.query(
    `alter table answer_keeping drop constraint if exists answer_of_target,
       add constraint answer_of_target check (judged_at >= '${from}' and judged_at < '${to}')`,
  );
  await tx.query(
    `update answer_retention set target = $1, sources = $2, from_at = $3, to_at = $4, in_force_at = $5, source = 0, after_key = $6,
       looked_at = 0, kept = 0, began_at = app.now(), touched_at = app.now()`,
    [target, sources, from, to, inForceAt, beforeAll],
  );
}

/** Copies from the first row on again. */
export async function restartReplacement(tx: Tx): Promise<void> {
  await setShortLockTimeout(tx);
  await tx.query('truncate answer_keeping');
  await tx.query(
    'update answer_retention set source = 0, after_key = $1, looked_at = 0, kept = 0, touched_at = app.now()',
    [beforeAll],
  );
}

/** Moves the cursor behind a page, in the transaction that copied it. */
export async function advance(tx: Tx, to: Pick<Progress, 'source' | 'after' | 'looked' | 'kept'>): Promise<void> {
  await tx.query(
    `update answer_retention set source = $1, after_key = $2, looked_at = looked_at + $3, kept = kept + $4, touched_at = app.now()`,
    [to.source, to.after, to.looked, to.kept],
  );
}

/** A replacement whose next step could not be taken is not left alone. */
export async function touch(db: Queryable): Promise<void> {
  await db.query(
    `update answer_retention set touched_at = app.now() where target is not null and touched_at >= app.now() - ${leftAlone}`,
  );
}

/** Drops the partitions and attaches in their place what was kept of them. */
export async function replacePartitions(tx: Tx, { target, sources, from, to }: Replacement): Promise<void> {
  await setShortLockTimeout(tx);
  await tx.query(`drop table ${sources.join(', ')}`);
  await tx.query(`alter table answer_keeping rename to ${target}`);
  await tx.query(`alter table answer attach partition ${target} for values from ('${from}') to ('${to}')`);
  await tx.query('create table answer_keeping (like answer including all)');
  await tx.query(
    `update answer_retention set gone_before = greatest(gone_before, in_force_at), target = null, sources = null, from_at = null,
       to_at = null, in_force_at = null, source = null, after_key = null, looked_at = null, kept = null, began_at = null,
       touched_at = null`,
  );
}

async function setShortLockTimeout(tx: Tx): Promise<void> {
  await tx.query(`set local lock_timeout = '${lockMs}ms'`);
}
