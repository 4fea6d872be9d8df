import type { Caller, JobView } from '@app/contracts';
import type { Outcome, Tx } from '@app/persistence';
import type { Call } from '@app/bus';
import type { Announcement } from './replication.service';
import type { Judgment } from '../definition/judgment';

/** Requests that a job finishes when they take long; the key of what makes their work again. */
export const slowKinds = ['create', 'patch', 'activate', 'backfill'] as const;
export type SlowKind = (typeof slowKinds)[number];

/** A request as its job keeps it. */
export interface AskedLater {
  kind: SlowKind;
  /** The message that the gateway sent. */
  query: object;
  caller: Caller;
}

export interface Place {
  organization: string;
  /** A namespace, or a template prefix. */
  scope: string;
  /** The judgment's name. */
  name: string;
}

/** What a change did: its reply, what its holders must be told (nothing when nothing changed), and what begins then. */
export interface Changed {
  outcome: Outcome;
  judgment: Judgment;
  announcement: Announcement | null;
  /** A backfill that begins when the holders have the change. */
  backfill?: JobView;
}

/** How a change goes: first what takes time and changes nothing, then one transaction. */
export interface Work<C = unknown> {
  type: 'judgment_create' | 'judgment_update' | 'judgment_delete' | 'backfill_start';
  place: Place;
  /** Null: no job does it later. */
  asked: AskedLater | null;
  /** Looks, counts and prices; a `reply` ends the request here. */
  cost(call: Call): Promise<{ reply: Outcome } | { costed: C }>;
  change(tx: Tx, costed: C): Promise<Changed>;
}

/** Work without anything to price. */
export async function costless(): Promise<{ costed: null }> {
  return { costed: null };
}

export function outcomeOf(status: number, body: object): Outcome {
  return { status, body: JSON.stringify(body) };
}
