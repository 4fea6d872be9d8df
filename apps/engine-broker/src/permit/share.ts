import type { EngineRate } from '@app/engines';

/** Parts into which the limits of an engine are cut; each is held by one replica. */
export const sliceCount = 8;

/** What the holder of some slices may spend; the shares of all eight sum to the engine's limits exactly. */
export function shareOf(rate: EngineRate, held: readonly number[]): EngineRate {
  const part = (limit: number | null) => (limit === null ? null : (limit * held.length) / sliceCount);
  return {
    requests_per_s: part(rate.requests_per_s),
    tokens_per_s: part(rate.tokens_per_s),
    in_flight: held.reduce((sum, slice) => sum + wholePart(rate.in_flight, slice), 0),
  };
}

/** How many slices a replica should hold when so many live: as equal as whole slices can be. */
export function fairCount(place: number, replicas: number): number {
  return wholePart(sliceCount, place, replicas);
}

function wholePart(limit: number, slice: number, slices: number = sliceCount): number {
  return Math.floor(((slice + 1) * limit) / slices) - Math.floor((slice * limit) / slices);
}
