import { Problem } from '@app/problem';
import { Queryable } from '@app/persistence';
import { returnToWindow, takeOfWindow } from './window-count.store';

/** Failures from one network address. An office of many people has one, so what is right is given back. */
const failures = { most: 30, minutes: 10 };

/**
 * Counts an attempt to sign in from a network address, before its password is checked.
 * @param address null when it is not known: nothing counts
 * @throws Problem `rate_limited` after 30 failures in ten minutes
 */
export async function takeAddressAttempt(database: Queryable, address: string | null): Promise<void> {
  const seconds = address === null ? null : await takeOfWindow(database, subjectOf(address), failures);
  if (seconds === null) return;
  throw new Problem(
    'rate_limited',
    `Too many attempts to sign in from your network failed; try again in ${seconds} s, or sign in by a link.`,
    { rate_limit: 'per_address', limit: 'sign_in_attempts' },
    { retryAfterS: seconds },
  );
}

/** Gives an attempt back that was right. */
export async function returnAddressAttempt(database: Queryable, address: string | null): Promise<void> {
  if (address !== null) await returnToWindow(database, subjectOf(address));
}

function subjectOf(address: string): string {
  return `address:${address}`;
}
