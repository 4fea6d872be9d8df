import { readFileSync, statSync } from 'node:fs';
import { configure } from './postgres-settings';
import { Stack } from './stack';

/** Waits that are shorter are not counted. */
export const longWaitMs = 5;

/**
 * Runs work and counts how often a statement meanwhile waited for a lock for longer than 5 ms, by the log of the stack's
 * own Postgres.
 */
export async function countingLockWaits<T>(
  stack: Stack,
  work: () => Promise<T>,
): Promise<{ result: T; waits: number }> {
  await configure(stack, [
    `alter system set log_lock_waits = on`,
    `alter system set deadlock_timeout = '${longWaitMs}ms'`,
  ]);
  const from = statSync(stack.postgresLog).size;
  try {
    const result = await work();
    const said = readFileSync(stack.postgresLog).subarray(from).toString('utf8');
    return { result, waits: said.match(/still waiting for/g)?.length ?? 0 };
  } finally {
    await configure(stack, ['alter system reset log_lock_waits', 'alter system reset deadlock_timeout']);
  }
}
