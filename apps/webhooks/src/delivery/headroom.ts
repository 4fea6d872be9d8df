import { NewDelivery } from './delivery';

/** How many deliveries of an endpoint may be held from the moment they are queued. */
export interface Headroom {
  /** Sent at once. */
  now: number;
  /** Held until there is room. */
  ahead: number;
}

/** Whether a delivery that is queued is held by who queues it, and how. */
export type Hold = 'now' | 'ahead' | 'no';

/** Gives the places out in the order of the deliveries. @param places by endpoint; those left out have none */
export function holdsOf(deliveries: readonly NewDelivery[], places: ReadonlyMap<string, Headroom>): Hold[] {
  const left = new Map([...places].map(([endpointId, each]) => [endpointId, { ...each }]));
  return deliveries.map(({ endpointId }) => {
    const free = left.get(endpointId);
    if (free && free.now-- > 0) return 'now';
    return free && free.ahead-- > 0 ? 'ahead' : 'no';
  });
}

/** How many of them each endpoint has. */
export function countOf(deliveries: readonly { endpointId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of deliveries) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
