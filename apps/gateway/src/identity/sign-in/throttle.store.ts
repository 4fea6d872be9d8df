import { Problem } from '@app/problem';
import { Named, Queryable } from '@app/persistence';
import { createHash } from 'node:crypto';
import { emailKeyOf } from '../account/email';

/** Attempts before the first wait; each further one doubles it, from 2 s to 15 minutes. Nobody is locked out for good. */
const freeAttempts = 5;
const longestWaitS = 15 * 60;
/** Failures older than this are forgotten. */
const keptHours = 24;

// Every attempt counts before the password is checked, so that guesses sent together count too; a success takes the row
// away. A blocked attempt counts for nothing.
const take: Named = {
  name: 'sign-in-attempt-take',
  text: `insert into sign_in_attempt as known (subject, failures, latest_at) values ($1, 1, app.now())
    on conflict (subject) do update
      set failures = case when known.latest_at < app.now() - interval '${keptHours} hours' then 1
          else least(known.failures + 1, 1000) end,
        latest_at = app.now(),
        blocked_until = case when known.failures + 1 >= ${freeAttempts}
            and known.latest_at >= app.now() - interval '${keptHours} hours'
          then app.now() + least(${longestWaitS}, 2 ^ least(known.failures + 2 - ${freeAttempts}, 10)) * interval '1 second' end
      where known.blocked_until is null or known.blocked_until <= app.now()
    returning failures`,
};
const wait: Named = {
  name: 'sign-in-attempt-wait',
  text: 'select ceil(extract(epoch from blocked_until - app.now()))::int as seconds from sign_in_attempt where subject = $1',
};

/**
 * Counts an attempt to sign in with an address, whether or not it has an account.
 * @throws Problem `rate_limited` while the address must wait
 */
export async function takeAttempt(database: Queryable, email: string): Promise<void> {
  const subject = subjectOf(email);
  const { rowCount } = await database.query(take, [subject]);
  if (rowCount === 1) return;
  const { rows } = await database.query<{ seconds: number | null }>(wait, [subject]);
  const seconds = Math.max(1, rows[0]?.seconds ?? 1);
  throw new Problem(
    'rate_limited',
    `Too many attempts to sign in with this address failed; try again in ${seconds} s, or sign in by a link.`,
    { rate_limit: 'per_account', limit: 'sign_in_attempts' },
    { retryAfterS: seconds },
  );
}

/** Forgets the attempts of an address whose person proved who they are. */
export async function clearAttempts(database: Queryable, email: string): Promise<void> {
  await database.query('delete from sign_in_attempt where subject = $1', [subjectOf(email)]);
}

/** Takes one attempt back: its password was right, and says nothing of the person's other passwords. */
export async function returnAttempt(database: Queryable, email: string): Promise<void> {
  await database.query(
    'update sign_in_attempt set failures = greatest(failures - 1, 0), blocked_until = null where subject = $1',
    [subjectOf(email)],
  );
}

/** Deletes attempts that no longer count. */
export async function sweepAttempts(database: Queryable): Promise<void> {
  await database.query(`delete from sign_in_attempt where latest_at < app.now() - interval '${keptHours} hours'`);
}

/** A digest, so that addresses that people mistyped are not kept. */
function subjectOf(email: string): Buffer {
  return createHash('sha256')
    .update(`account:${emailKeyOf(email)}`)
    .digest();
}
