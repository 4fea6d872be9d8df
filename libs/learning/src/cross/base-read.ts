import { fitLinear, fitPlatt, fitTemperature, readLinear, readPlatt, readTemperature } from '@app/statistics';
import { sigmoid, sortLabels, tallyOf } from '@app/statistics';
import type { Sample, Shape } from '../head/sample';

/** Reads the log odds of the engine below as probabilities of the classes. */
export type BaseRead = (base: ArrayLike<number>) => ArrayLike<number>;

/** With more classes a bias for each has too few labels, and its fit takes minutes. */
const maxBiases = 32;

/**
 * What the engine below is worth with a fit and without a head, which a head must beat: Platt's map for yes and no, else a
 * temperature with a bias for each class, or beyond 32 classes a temperature alone.
 */
export function fitBase(samples: readonly Sample[], { classes }: Shape): BaseRead {
  const y = samples.map(({ label }) => label);
  const weights = samples.map(({ weight = 1 }) => weight);
  if (classes === 2) {
    const p = samples.map(({ base }) => sigmoid(base[0]));
    const fit = fitPlatt(tallyOf(sortLabels(p, y, weights)));
    return (base) => {
      const yes = readPlatt(fit, sigmoid(base[0]));
      return [1 - yes, yes];
    };
  }
  const labels = { logits: samples.map(({ base }) => base), y, weights };
  if (classes > maxBiases) {
    const fit = fitTemperature(labels);
    return (base) => readTemperature(fit, base);
  }
  const fit = fitLinear(labels, classes, true);
  return (base) => readLinear(fit, base);
}

/** The shares of the labels, whatever the engine says. */
export function fitShares(samples: readonly Sample[], { classes }: Shape): BaseRead {
  const counts = new Float64Array(classes).fill(1 / classes);
  for (const { label, weight = 1 } of samples) counts[label] += weight;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count) => count / total);
  return () => shares;
}
