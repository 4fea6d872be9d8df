import { Table } from '../logistic/scale';
import { Numbers } from '../number/numbers';
import { defaultFloor, logit, sigmoid } from '../number/probability';
import { FeatureNumbers, PartAnswers, StoredWeights, readWeights } from './weights';
import type { StoredFit } from './stored-fit';

/** The combiner that a fit gives a composite judgment; null for the fit of a judgment without parts. */
export function combinerOf(fit: StoredFit): StoredWeights | null {
  return fit.type === 'bool' && fit.weights && fit.weights.parts.length > 0 ? fit.weights : null;
}

/**
 * The probability of yes, in [0, 1], of a composite judgment. Before a fit it is sigma of the mean of the parts' log odds;
 * after one, the fit's weights combine the parts and the features, and a missing feature counts as typical.
 * @param parts the answer of each part, at least one
 * @param fit the combiner of the judgment's version and epoch, see `combinerOf`; null before the first fit
 * @param floor of the engine, see `floorOfStep`; a fit has its own
 * @throws RangeError without parts
 * @see docs/methods.md#composite-judgments [JDG-13] [JDG-20]
 */
export function combine(
  parts: PartAnswers,
  features: FeatureNumbers | null,
  fit: StoredWeights | null,
  floor = defaultFloor,
): number {
  const answers = Object.values(parts);
  if (answers.length === 0) throw new RangeError('A composite answer needs at least one part.');
  const read = fit && readWeights({ ...fit, slope: null }, { number: null, parts, features });
  return (
    read ??
    sigmoid(
      meanLogit(
        answers.map(({ p }) => p),
        floor,
      ),
    )
  );
}

/** Sigma of the mean log odds of the parts of each row. @param parts without missing values */
export function meanOfParts({ values, columns }: Table, floor = defaultFloor): Float64Array {
  return Float64Array.from({ length: values.length / columns }, (_, i) =>
    sigmoid(meanLogit(values.subarray(i * columns, (i + 1) * columns), floor)),
  );
}

/** Mean log odds of some probabilities, in nats. */
function meanLogit(p: Numbers, floor: number): number {
  let sum = 0;
  for (let i = 0; i < p.length; i += 1) sum += logit(p[i], floor);
  return sum / p.length;
}
