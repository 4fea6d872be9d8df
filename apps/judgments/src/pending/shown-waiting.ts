import type { Labelled } from '@app/observability';
import { laneName } from './lane';
import type { WaitingRows } from './waiting.store';

/** What the gauges show of the queue: all rows by lane and reason, and those that a process may claim by engine. */
export function shownWaiting(waiting: readonly WaitingRows[]): Record<'pendingRows' | 'claimableRows', Labelled[]> {
  const claimable = waiting.filter(({ reason }) => reason === 'turn');
  return {
    pendingRows: summed(waiting, ({ lane, reason }) => ({ lane: laneName(lane), reason })),
    claimableRows: summed(
      claimable.filter(({ engine }) => engine !== null),
      ({ engine }) => ({ engine: engine! }),
    ),
  };
}

function summed(rows: readonly WaitingRows[], labelsOf: (row: WaitingRows) => Record<string, string>): Labelled[] {
  const sums = new Map<string, Labelled>();
  for (const row of rows) {
    const labels = labelsOf(row);
    const key = Object.values(labels).join(' ');
    sums.set(key, { labels, value: (sums.get(key)?.value ?? 0) + row.rows });
  }
  return [...sums.values()];
}
