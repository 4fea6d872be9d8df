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
