/** Deliveries in flight to one endpoint, over all processes, since one process at a time sends to it [DLV-09]. */
export const maxInFlight = 16;
/**
 * Deliveries to one endpoint that are sent and not recorded: the most that a death of the process repeats. More results
 * of one commit than are in flight cost less each.
 */
export const maxUnrecorded = 4 * maxInFlight;
/** Deliveries held ahead for one endpoint: large claims cost little a delivery, and memory stays small. */
const maxAhead = 128;
/** Deliveries held ahead are as many as the endpoint takes in this time, at the speed that it has shown. */
const aheadMs = 500;
/** Deliveries sent from their facts that wait for one endpoint: those of one batch of facts find room. */
const maxDirect = 256;
/** An endpoint that takes fewer in `aheadMs` keeps facts unacknowledged for long: its deliveries are rows. */
const minDirect = 32;
/** Successes in a row after which the speed of an endpoint counts. */
const minStreak = 16;

/** How fast an endpoint has answered this process. */
export interface Speed {
  /** Successes since the last failure. */
  streak: number;
  /** Moving mean of its latencies, in milliseconds. */
  meanMs: number;
}

export const unknownSpeed: Speed = { streak: 0, meanMs: 0 };

/**
 * How many more deliveries one endpoint may have in flight. The fuller the process, the fewer one endpoint may have, so
 * that dead receivers never fill the process and a new endpoint always finds room.
 * @param inFlight deliveries in flight to this endpoint
 * @param total deliveries in flight in this process
 * @param bound the most that this process may have in flight
 */
export function sendableFor(inFlight: number, total: number, bound: number): number {
  const share = total < bound / 2 ? maxInFlight : total < bound * 0.875 ? 4 : 1;
  return Math.max(0, Math.min(share - inFlight, maxInFlight - inFlight, bound - total));
}

/** How many deliveries may be held ahead for an endpoint: 0 until it has shown its speed. */
export function aheadFor({ streak, meanMs }: Speed): number {
  if (streak < minStreak) return 0;
  return Math.min(maxAhead, Math.floor((maxInFlight * aheadMs) / Math.max(1, meanMs)));
}

/**
 * How many deliveries may wait for an endpoint without rows: what it takes in half a second, when it has shown that it
 * answers well and in less than 250 ms; else 0.
 */
export function directFor({ streak, meanMs }: Speed): number {
  if (streak < minStreak) return 0;
  const taken = Math.floor((maxInFlight * aheadMs) / Math.max(1, meanMs));
  return taken < minDirect ? 0 : Math.min(maxDirect, taken);
}

/** The speed of an endpoint after one more attempt. A failure resets it. */
export function speedAfter({ streak, meanMs }: Speed, succeeded: boolean, latencyMs: number): Speed {
  if (!succeeded) return unknownSpeed;
  return { streak: streak + 1, meanMs: streak === 0 ? latencyMs : meanMs + (latencyMs - meanMs) / 8 };
}
