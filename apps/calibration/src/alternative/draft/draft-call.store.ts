import { Queryable, Tx } from '@app/persistence';
import { randomUUID } from 'node:crypto';
import { DayOfCalls, holdSeconds } from './allowance';

/** A judgment whose drafts are asked for. */
export interface DraftedJudgment {
  organization: string;
  judgmentId: string;
}

const today = `(app.now() at time zone 'utc')::date`;

/** Reads today's calls, one reader of an organization at a time until its transaction ends. */
export async function lockToday(tx: Tx, { organization, judgmentId }: DraftedJudgment): Promise<DayOfCalls> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' drafts', 0))`, [organization]);
  await tx.query(`delete from draft_call where organization = $1 and day < ${today} - 1`, [organization]);
  const { rows } = await tx.query<DayOfCalls>(
    `select count(*) filter (where judgment_id = $2)::int as "ofJudgment", count(*)::int as "ofOrganization",
       (${today} + 1)::timestamp at time zone 'utc' as "resetsAt"
     from draft_call where organization = $1 and day = ${today} and (counted or expires_at > app.now())`,
    [organization, judgmentId],
  );
  return rows[0];
}

/** Holds a place in today's calls. @returns the id of the hold */
export async function holdCall(tx: Tx, { organization, judgmentId }: DraftedJudgment): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `insert into draft_call (id, organization, judgment_id, day, expires_at)
     values ($1, $2, $3, ${today}, app.now() + interval '${holdSeconds} seconds')`,
    [id, organization, judgmentId],
  );
  return id;
}

/** Counts a call that returned drafts, also when its hold has expired meanwhile. */
export async function countCall(tx: Tx, id: string): Promise<void> {
  await tx.query('update draft_call set counted = true where id = $1', [id]);
}

/** Gives a place back: the call returned nothing. */
export async function dropCall(db: Queryable, id: string): Promise<void> {
  await db.query('delete from draft_call where id = $1 and not counted', [id]);
}
