import { Interval, clopperPearson } from '../interval/proportion';
import { Labels } from '../label/labels';
import { Bin, equalMassBins, reportBinCount, summariseBins } from './bins';

/** One point of a reliability diagram. */
export interface ReliabilityBin extends Bin {
  /** Share of all rows in this bin, in (0, 1]. */
  occupancy: number;
  /** Clopper and Pearson's 95 % interval of the observed share. */
  interval: Interval;
}

/**
 * Equal-mass bins of a report, ascending, each with mean read and observed share.
 * @param count number of bins; by default clamp(floor(n / 20), 3, 10)
 */
export function reliabilityBins({ p, y }: Labels, count = reportBinCount(p.length)): ReliabilityBin[] {
  return summariseBins(equalMassBins(p, count), p, y).map((bin) => ({
    ...bin,
    occupancy: bin.n / p.length,
    interval: clopperPearson(bin.positives, bin.n),
  }));
}

/** The parts of a Brier score over bins; `brier = reliability - resolution + uncertainty + withinBins`. */
export interface BrierParts {
  /** Mean squared gap between a bin's mean read and its observed share; 0 is perfect. */
  reliability: number;
  /** Mean squared distance of the bins' shares from the base rate; more is better, at most `uncertainty`. */
  resolution: number;
  /** Base rate times its complement; no read can change it. */
  uncertainty: number;
  /** The term of reads that differ within a bin; 0 when each bin holds one read. */
  withinBins: number;
}

/**
 * Murphy's decomposition of the Brier score, with the remaining term of binning.
 * @see Murphy 1973; Stephenson, Coelho and Jolliffe 2008, Weather and Forecasting 23
 */
export function brierParts({ p, y }: Labels, count = reportBinCount(p.length)): BrierParts {
  const bins = summariseBins(equalMassBins(p, count), p, y);
  const n = p.length;
  const rate = bins.reduce((sum, bin) => sum + bin.positives, 0) / n;
  const over = (term: (bin: Bin) => number) => bins.reduce((sum, bin) => sum + (bin.n / n) * term(bin), 0);
  const reliability = over((bin) => (bin.meanP - bin.observed) ** 2);
  const resolution = over((bin) => (bin.observed - rate) ** 2);
  const uncertainty = rate * (1 - rate);
  let score = 0;
  for (let i = 0; i < n; i += 1) score += (p[i] - y[i]) ** 2 / n;
  return { reliability, resolution, uncertainty, withinBins: score - (reliability - resolution + uncertainty) };
}
