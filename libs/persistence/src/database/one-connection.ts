import { AsyncLocalStorage } from 'node:async_hooks';

/** Tests and development pay for the check; a process in production has nobody who reads the error. */
const isChecked = process.env['NODE_ENV'] !== 'production';
/** Transactions of specs hold a connection in order to see what others do meanwhile. */
const ofSpecs = /^spec\b/;

const holders = new AsyncLocalStorage<{ name: string; holds: boolean }>();

/**
 * Runs work that holds a connection of a pool.
 * @param name of its transaction
 */
export async function runHoldingOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isChecked || ofSpecs.test(name)) return work();
  const holder = { name, holds: true };
  try {
    return await holders.run(holder, work);
  } finally {
    holder.holds = false;
  }
}

/** Runs what belongs to other work than that which holds a connection now. */
export function ofAnother<T>(work: () => T): T {
  return holders.exit(work);
}

/**
 * Requests that each hold a connection and wait for a second one wait for each other, and none goes on.
 * @throws Error outside of production when the work that asks for a connection holds one already: a defect
 */
export function assertHoldsNone(): void {
  const holder = holders.getStore();
  if (holder?.holds)
    throw new Error(`${holder.name} asked for a second connection; run the statement on the one that it holds.`);
}
