import { newId } from '@app/persistence';
import type { Entry, Outcome } from './outcome';
import { triesBefore } from './retry';

/** A row of the queue that the recording transaction has locked. */
export interface HeldRow {
  /** Place of its outcome among all, from 1. */
  i: number;
  touches: number;
  claimed_touches: number;
  wanted: string;
  first_touch_at: Date;
  /** An answer from before this moment is asked again; null when nothing asked so. */
  renew_at: Date | null;
  record: string;
  now: Date;
}

/** An outcome whose claim still holds, with its row. */
export interface Held {
  entry: Entry;
  outcome: Outcome;
  row: HeldRow;
  answerId: string | null;
}

/** Tries of a row that only a backfill wants; a row that a writer or reader wants has no such limit. */
const maxBackfillTries = 4;

/** The id of the answer that an outcome records or reinstates; null when it does neither. */
export function answerIdOf(outcome: Outcome): string | null {
  if (outcome.kind === 'reinstated') return outcome.stored.id;
  return outcome.kind === 'answered' || outcome.kind === 'remade' ? newId('ans') : null;
}

/** When a failed question is tried again and how many tries it has had by then; null when it is not. */
export function retryOf(outcome: Outcome): { wait_ms: number; attempts: number } | null {
  if (outcome.kind !== 'failed' || outcome.retryMs === null) return null;
  const { job, attempts } = outcome.row;
  if (job !== null && attempts + 1 >= maxBackfillTries) return null;
  // A backfill counts tries after every kind of failure, so that it ends.
  const before = job !== null ? attempts : triesBefore(outcome.failure, outcome.row);
  return { wait_ms: outcome.retryMs, attempts: before + 1 };
}
