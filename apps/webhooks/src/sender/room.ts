/** In flight to one endpoint, over all processes: an endpoint has one owner at a time (spec: Sizes and counts). */
export const maxInFlight = 16;
/** In flight and answered but not yet kept, to one endpoint: a death repeats no more. */
export const maxHeld = 2 * maxInFlight;

/**
 * How many more deliveries one endpoint may have in flight. The fuller the process, the less one endpoint may take, so
 * that many dead receivers never fill it: a new endpoint always finds a place.
 * @param inFlight to this endpoint
 * @param total of this process
 * @param bound of this process
 */
export function roomFor(inFlight: number, total: number, bound: number): number {
  const share = total < bound / 2 ? maxInFlight : total < bound * 0.875 ? 4 : 1;
  return Math.max(0, Math.min(share - inFlight, maxInFlight - inFlight, bound - total));
}
