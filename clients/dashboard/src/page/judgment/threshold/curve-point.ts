/**
 * What a value reaches on the labels: the point of the lowest threshold of the curve at or above it, which flags the same
 * labels; undefined for a value above all labels, which flags none.
 * @param curve in descending order of thresholds
 */
export function pointAt<P extends { threshold: number }>(curve: readonly P[], at: number): P | undefined {
  return curve.findLast(({ threshold }) => threshold >= at);
}
