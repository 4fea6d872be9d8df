import { Labels } from '../label/labels';
import { sortLabels, tallyOf } from '../label/tally';
import { PlattOptions, fitPlatt, readPlatt } from '../map/platt';
import { logLoss } from '../metric/loss';
import { crossFit, dealFolds, foldCount } from './folds';

/** Out-of-sample Platt reads. */
export interface CrossPlatt {
  folds: Uint32Array;
  heldOut: Float64Array;
  /** Nats. */
  logLoss: number;
}

/**
 * Reads each row by the Platt fit of the other folds. Use leave-one-out (K at or above n) for log loss only: pooling its
 * reads destroys AUROC, since leaving out a row moves the base rate away from its class.
 * @see docs/methods.md#cross-fitting
 */
export function crossFitPlatt(labels: Labels, folds = foldCount, options: PlattOptions = {}): CrossPlatt {
  const dealt = dealFolds(labels.y, folds);
  const sorted = sortLabels(labels.p, labels.y, labels.weights);
  const heldOut = Float64Array.from(
    crossFit(dealt, (train) => {
      const fit = fitPlatt(tallyOf(sorted, train), options);
      return (row) => readPlatt(fit, labels.p[row]);
    }),
  );
  return { folds: dealt, heldOut, logLoss: logLoss({ ...labels, p: heldOut }) };
}
