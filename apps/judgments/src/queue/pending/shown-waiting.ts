import type { Labelled } from '@app/observability';
import { laneName } from './lane';
import type { ClaimableRows, WaitingRows } from './waiting.store';

interface Waiting {
  waiting: readonly WaitingRows[];
  claimable: readonly ClaimableRows[];
}

/** What the gauges show of the queue: all rows by lane and reason, and those that a process may claim by engine. */
export function shownWaiting({ waiting, claimable }: Waiting): Record<'pendingRows' | 'claimableRows', Labelled[]> {
  return {
    pendingRows: waiting.map(({ lane, reason, rows }) => ({ labels: { lane: laneName(lane), reason }, value: rows })),
    claimableRows: claimable.map(({ engine, rows }) => ({ labels: { engine }, value: rows })),
  };
}
