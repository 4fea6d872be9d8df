/** A chunk that took long rests no longer than this; seconds. */
const longestRestS = 30;

/**
 * How long a walk rests after a chunk, so that it works the share of the time that its namespace gives to fan-outs.
 * @param tookS seconds that the chunk took
 * @param share above 0, at most 1
 */
export function restS(tookS: number, share: number): number {
  return Math.min(longestRestS, (tookS * (1 - share)) / share);
}
