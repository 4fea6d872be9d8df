import { equalMassBins, reportBinCount } from '../bin/bins';
import { reliabilityBins } from '../bin/reliability';
import { aurocFigure } from '../fit/held-out';
import { lossInterval } from '../interval/mean';
import { Interval, wilson } from '../interval/proportion';
import { accuracy, logLosses, squaredErrors } from '../metric/loss';
import { precisionAtTop } from '../ranking/top';
import { performanceAt, weightedShare } from '../threshold/performance';
import { Drawn, Population, truths } from './population.fake';

const floor = 0.005;
const threshold = 0.6;

/** An interval that a report prints, with what it should cover. */
export interface Printed {
  interval: Interval;
  truth: number;
}

/** The intervals that a report prints of a sample, by figure; those that it leaves out are missing. */
export type Printing = (sample: Drawn) => Record<string, Printed[]>;

/** What a report of a bool prints, with the truths of a population. The ECE has no interval. */
export function printingOf(all: Population): Printing {
  const of = {
    logLoss: truths.logLoss(all, floor),
    brier: truths.brier(all),
    accuracy: truths.accuracy(all),
    baseRate: truths.baseRate(all),
    top5: truths.top(all, 20),
    top10: truths.top(all, 10),
    precision: truths.precision(all, threshold),
    recall: truths.recall(all, threshold),
    auroc: truths.auroc(all),
  };
  return (sample) => {
    const n = sample.y.length;
    const { precision, recall } = performanceAt(sample, threshold);
    return {
      'log loss': one(lossInterval(logLosses(sample, floor)), of.logLoss),
      Brier: one(lossInterval(squaredErrors(sample), null, 1), of.brier),
      accuracy: one(wilson(accuracy(sample) * n, n), of.accuracy),
      'base rate': one(weightedShare(sample)?.interval, of.baseRate),
      AUROC: one(aurocFigure(sample.p, sample.y)?.interval, of.auroc),
      'top 5 %': one(precisionAtTop(sample, 20)?.interval, of.top5),
      'top 10 %': one(precisionAtTop(sample, 10)?.interval, of.top10),
      precision: one(precision?.interval, of.precision),
      recall: one(recall?.interval, of.recall),
      bins: binsOf(sample),
    };
  };
}

function one(interval: Interval | null | undefined, truth: number): Printed[] {
  return interval ? [{ interval, truth }] : [];
}

/** The bins of a reliability diagram; the truth of each is the mean true share of its rows. */
function binsOf({ p, y, q }: Drawn): Printed[] {
  const sums = new Map<number, { n: number; q: number }>();
  equalMassBins(p, reportBinCount(p.length)).forEach((bin, row) => {
    const sum = sums.get(bin) ?? { n: 0, q: 0 };
    sums.set(bin, { n: sum.n + 1, q: sum.q + q[row] });
  });
  const truth = [...sums].sort(([a], [b]) => a - b).map(([, sum]) => sum.q / sum.n);
  return reliabilityBins({ p, y }).map(({ interval }, bin) => ({ interval, truth: truth[bin] }));
}
