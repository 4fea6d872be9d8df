import { calibrationError, debiasedError, debiasedRootError, reportedEce } from '../bin/calibration-error';
import { equalMassBins, equalWidthBins, summariseBins } from '../bin/bins';
import { accuracy, brier, logLoss } from '../metric/loss';
import { auroc, averagePrecision } from '../ranking/auroc';
import { precisionAt10, precisionAt5 } from '../ranking/top';
import { Columns, crossfit, isotonic, logistic, platt, temperature } from './maps';
import { delongTest, intervals, multiplicity, pairedTests, thresholds, verdicts } from './tests';

function metrics(labels: Columns): unknown {
  const { p, y } = labels;
  const massBins = equalMassBins(p);
  const mass = summariseBins(massBins, p, y);
  return {
    logLoss: logLoss(labels),
    brier: brier(labels),
    accuracy: accuracy(labels),
    massBins: [...massBins],
    eceEqualWidth: calibrationError(summariseBins(equalWidthBins(p), p, y)),
    eceEqualMass: calibrationError(mass),
    eceDebiasedL1: debiasedError(mass),
    eceDebiasedL2: debiasedRootError(mass),
    // The vectors count each label once where a figure is not a mean over labels.
    eceReported: reportedEce({ p, y }),
  };
}

function ranking(labels: Columns): unknown {
  const { p, y } = labels;
  return {
    auroc: auroc(labels),
    averagePrecision: averagePrecision(labels),
    precisionAt5: precisionAt5({ p, y }),
    precisionAt10: precisionAt10({ p, y }),
  };
}

/** The families of reference vectors: each function computes a case's `expected` from its `input`. */
export const statisticsFamilies: Record<string, (input: never) => unknown> = {
  crossfit,
  delong: delongTest,
  intervals,
  isotonic,
  logistic_l2: logistic,
  metrics,
  multiplicity,
  paired_tests: pairedTests,
  platt,
  ranking,
  temperature,
  thresholds,
  verdicts,
};
