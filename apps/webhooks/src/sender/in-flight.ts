/** In flight to one endpoint, over all processes: an endpoint has one owner at a time [DLV-09]. */
export const maxInFlight = 16;
/** In flight and answered but not yet kept, to one endpoint: a death repeats no more. */
export const maxUnkept = 2 * maxInFlight;
/** Held ahead for one endpoint at most: claims of so many cost a delivery little, and memory stays small. */
const maxAhead = 128;
/** What is held ahead is sent within this time, as quick as the endpoint has been. */
const aheadMs = 500;
/** Successes in a row after which an endpoint counts as quick. */
const trusted = 16;

/** How an endpoint has been doing in this process. */
export interface Speed {
  /** Successes since the last failure. */
  streak: number;
  /** How long its answers take, in milliseconds: a moving mean. */
  meanMs: number;
}

export const unknownSpeed: Speed = { streak: 0, meanMs: 0 };

/**
 * How many more deliveries one endpoint may have in flight. The fuller the process, the less one endpoint may take, so
 * that many dead receivers never fill it: a new endpoint always finds a place.
 * @param inFlight to this endpoint
 * @param total of this process
 * @param bound of this process
 */
export function sendableFor(inFlight: number, total: number, bound: number): number {
  const share = total < bound / 2 ? maxInFlight : total < bound * 0.875 ? 4 : 1;
  return Math.max(0, Math.min(share - inFlight, maxInFlight - inFlight, bound - total));
}

/** How many deliveries may be held for an endpoint beyond its room; none until it has shown that it is quick. */
export function aheadFor({ streak, meanMs }: Speed): number {
  if (streak < trusted) return 0;
  return Math.min(maxAhead, Math.floor((maxInFlight * aheadMs) / Math.max(1, meanMs)));
}

/** An endpoint's pace after one more attempt. A failure forgets it: what is not well is not quick. */
export function speedAfter({ streak, meanMs }: Speed, succeeded: boolean, latencyMs: number): Speed {
  if (!succeeded) return unknownSpeed;
  return { streak: streak + 1, meanMs: streak === 0 ? latencyMs : meanMs + (latencyMs - meanMs) / 8 };
}
