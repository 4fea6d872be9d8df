import { type ClusteredShare, clusteredShare, exactInterval } from '../interval/clustered-share';
import { Interval, clopperPearson } from '../interval/proportion';
import type { Labels } from '../label/labels';
import { Bin, equalMassBins, reportBinCount, summariseBins } from './bins';

/** One point of a reliability diagram. */
export interface ReliabilityBin extends Bin {
  /** Documents of its rows. */
  documents: number;
  /** Share of all rows in this bin, weighted, in (0, 1]. */
  occupancy: number;
  /** Clopper and Pearson's 95 % interval of the observed share, by document. */
  interval: Interval;
}

/**
 * Equal-mass bins of a report, ascending, each with mean read and observed share. Bins hold equal numbers of rows; their shares and
 * means are weighted.
 * @param count number of bins; by default clamp(floor(n / 20), 3, 10)
 */
export function reliabilityBins(labels: Labels, count = reportBinCount(labels.p.length)): ReliabilityBin[] {
  const { p, y, units, weights } = labels;
  const binOf = equalMassBins(p, count);
  const bins = summariseBins(binOf, p, y, labels);
  const all = bins.reduce((sum, bin) => sum + bin.weight, 0);
  const shares = units || weights ? sharesOf(labels, binOf) : null;
  return bins.map((bin, at) => {
    const share = shares?.[at];
    const interval = share ? exactInterval(share, bin) : clopperPearson(bin.positives, bin.n);
    return { ...bin, documents: share?.documents ?? bin.n, occupancy: bin.weight / all, interval };
  });
}

/** The share that came true in each bin with weight, ascending. */
function sharesOf({ y, units, weights }: Labels, binOf: Int32Array): ClusteredShare[] {
  const rows: number[][] = [];
  binOf.forEach((bin, row) => (rows[bin] ??= []).push(row));
  const pick = (column: Labels['y'], at: readonly number[]) => Float64Array.from(at, (row) => column[row]);
  return rows.flatMap((own) => {
    const standing = { units: units && pick(units, own), weights: weights && pick(weights, own) };
    return clusteredShare(pick(y, own), standing) ?? [];
  });
}
