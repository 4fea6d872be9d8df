/** Smallest probability inside a logarithm for an engine without a grid; the default floor of this lib. */
export const defaultFloor = 1e-6;

/**
 * The floor of an engine: half a step of its grid, since a 0 may stand for any smaller probability; 1e-6 without a grid. It
 * applies inside logit, log loss and calibration only; the stored answer keeps its 0 or 1.
 * @param step the engine's `probability_step`, in (0, 0.5], or null
 * @see docs/engines.md#numeric-pitfalls: step 0.01 gives 0.005
 */
export function floorOfStep(step: number | null): number {
  return step === null ? defaultFloor : step / 2;
}

/** `p` clipped to [floor, 1 - floor]. */
export function clip(p: number, floor = defaultFloor): number {
  return Math.min(Math.max(p, floor), 1 - floor);
}

/** ln(p / (1 - p)) of the clipped probability; finite, in nats. */
export function logit(p: number, floor = defaultFloor): number {
  const clipped = clip(p, floor);
  return Math.log(clipped / (1 - clipped));
}

/** 1 / (1 + e^-u), in [0, 1]; no overflow for any `u`. */
export function sigmoid(u: number): number {
  if (u >= 0) return 1 / (1 + Math.exp(-u));
  const e = Math.exp(u);
  return e / (1 + e);
}

/**
 * Log loss of one answer, -ln of the probability given to what happened.
 * @param y 1 when the answer was yes, else 0
 * @returns nats, in [0, -ln floor]; 13.8 at most with the default floor
 */
export function logLossOf(p: number, y: number, floor = defaultFloor): number {
  const clipped = clip(p, floor);
  return y ? -Math.log(clipped) : -Math.log(1 - clipped);
}

/**
 * Raises a distribution to the floor and normalises it, for logarithms of answers with several options.
 * @param dist probabilities of one answer's options; the escape is one of them
 */
export function floorDistribution(dist: ArrayLike<number>, floor = defaultFloor): Float64Array {
  const raised = new Float64Array(dist.length);
  let total = 0;
  for (let k = 0; k < raised.length; k += 1) {
    raised[k] = clip(dist[k], floor);
    total += raised[k];
  }
  for (let k = 0; k < raised.length; k += 1) raised[k] /= total;
  return raised;
}
