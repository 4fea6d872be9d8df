import type { Call } from '@app/bus';
import type { Caller, JudgmentRef } from '@app/contracts';
import type { JobView } from '@app/contracts/jobs';
import type { JudgmentChangedFact } from '@app/contracts/judgments';
import type { Outcome, Tx } from '@app/persistence';

/** Changes that a job can make from their request alone, when the request itself takes too long. */
export type ChangeKind = 'create' | 'patch' | 'activate' | 'backfill';

/** A request for a change, as its job keeps it. */
export interface ChangeRequest {
  kind: ChangeKind;
  /** The message that the gateway sent. */
  query: object;
  caller: Caller;
}

/** What a change costs, as its kind needs it to commit; or the reply that ends the request without a change. */
export type Costed<C> = { cost: C } | { reply: Outcome };

/** What a change did in its transaction. */
export interface ChangeResult {
  /** The reply of its request. */
  outcome: Outcome;
  /** What the copies must apply before the reply; null when nothing changed. */
  fact: JudgmentChangedFact | null;
  /** The job of a backfill that begins when the copies have applied the fact. */
  backfill?: JobView;
}

/** A change of a judgment: first what takes time and changes nothing, then one transaction. */
export interface Change<C = unknown> {
  type: 'judgment_create' | 'judgment_update' | 'judgment_delete' | 'backfill_start';
  ref: JudgmentRef;
  /** Null when no job may make the change later. */
  request: ChangeRequest | null;
  /** Reads, counts and prices. */
  readCost(call: Call): Promise<Costed<C>>;
  commit(tx: Tx, cost: C): Promise<ChangeResult>;
}

/** The price of a change that has nothing to price. */
export async function priceNothing(): Promise<Costed<null>> {
  return { cost: null };
}

export function outcomeOf(status: number, body: object): Outcome {
  return { status, body: JSON.stringify(body) };
}
