import { Problem } from '@app/problem';
import { Named, Queryable } from '@app/persistence';
import { createHash } from 'node:crypto';

/** Failures from one network address within ten minutes of the first. An office of many people has one address. */
const maxFailures = 30;
const windowMinutes = 10;
const over = `known.first_at <= app.now() - interval '${windowMinutes} minutes'`;

// An attempt counts before the password is checked, as it does for the account, and a success is given back.
const take: Named = {
  name: 'sign-in-address-take',
  text: `insert into sign_in_attempt as known (subject, failures, first_at, latest_at) values ($1, 1, app.now(), app.now())
    on conflict (subject) do update
      set failures = case when ${over} then 1 else known.failures + 1 end,
        first_at = case when ${over} then app.now() else known.first_at end, latest_at = app.now()
      where known.failures < ${maxFailures} or ${over}
    returning failures`,
};
const wait: Named = {
  name: 'sign-in-address-wait',
  text: `select ceil(extract(epoch from first_at + interval '${windowMinutes} minutes' - app.now()))::int as seconds
    from sign_in_attempt where subject = $1`,
};

/**
 * Counts an attempt to sign in from a network address.
 * @param address null when it is not known: nothing counts
 * @throws Problem `rate_limited` after 30 failures in ten minutes
 */
export async function takeAddressAttempt(database: Queryable, address: string | null): Promise<void> {
  if (address === null) return;
  const subject = subjectOf(address);
  const { rowCount } = await database.query(take, [subject]);
  if (rowCount === 1) return;
  const { rows } = await database.query<{ seconds: number }>(wait, [subject]);
  const seconds = Math.max(1, rows[0]?.seconds ?? 1);
  throw new Problem(
    'rate_limited',
    `Too many attempts to sign in from your network failed; try again in ${seconds} s, or sign in by a link.`,
    { rate_limit: 'per_address', limit: 'sign_in_attempts' },
    { retryAfterS: seconds },
  );
}

/** Gives an attempt back that was right. */
export async function returnAddressAttempt(database: Queryable, address: string | null): Promise<void> {
  if (address === null) return;
  await database.query('update sign_in_attempt set failures = failures - 1 where subject = $1 and failures > 0', [
    subjectOf(address),
  ]);
}

/** A digest: addresses of people are not kept. */
function subjectOf(address: string): Buffer {
  return createHash('sha256').update(`address:${address}`).digest();
}
