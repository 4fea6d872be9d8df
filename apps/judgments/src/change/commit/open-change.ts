import { JudgmentChangedFact, judgmentChanged } from '@app/contracts/judgments';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import type { Change, ChangeResult } from './change';

/** A committed change whose copies have not all applied it. Rows of jobs hold it under these names. */
export interface OpenChange {
  announcement: JudgmentChangedFact;
  /** The reply of the request. */
  status: number;
  body: object;
  /** The job of a backfill that begins when all copies have applied the fact. */
  releases?: string;
}

/** What a committed change leaves to do; null when no copy has anything to apply. */
export function openChangeOf({ fact, outcome, backfill }: ChangeResult): OpenChange | null {
  if (!fact) return null;
  const { status, body } = outcome;
  return { announcement: fact, status, body: JSON.parse(body) as object, ...(backfill && { releases: backfill.id }) };
}

/** Makes a change and adds its fact to the outbox. */
export async function commitWithFact<C>(tx: Tx, change: Change<C>, cost: C): Promise<ChangeResult> {
  const result = await change.commit(tx, cost);
  if (result.fact) await addToOutbox(tx, [factRow(judgmentChanged, result.fact)]);
  return result;
}
