import { NewDelivery } from './delivery';

/** How many more deliveries of an endpoint a process may hold. */
export interface Headroom {
  /** Deliveries to send at once. */
  now: number;
  /** Deliveries to hold until there is room to send. */
  ahead: number;
}

/** How a process holds a delivery from the moment it is queued; `no` leaves it to a later claim. */
export type Hold = 'now' | 'ahead' | 'no';

/** Gives out the headroom in the order of the deliveries. @param headroom by endpoint; none for an endpoint left out */
export function holdsOf(deliveries: readonly NewDelivery[], headroom: ReadonlyMap<string, Headroom>): Hold[] {
  const left = new Map([...headroom].map(([endpointId, each]) => [endpointId, { ...each }]));
  return deliveries.map(({ endpointId }) => {
    const free = left.get(endpointId);
    if (free && free.now-- > 0) return 'now';
    return free && free.ahead-- > 0 ? 'ahead' : 'no';
  });
}

/** Counts deliveries by endpoint. */
export function countOf(deliveries: readonly { endpointId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of deliveries) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
