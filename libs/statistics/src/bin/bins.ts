import { effectiveOfGroups } from '../interval/likeness';
import type { ShareRows } from '../interval/rows';
import { Numbers, isTie, orderOf } from '../number/numbers';

/** One bin of reads with its outcomes. */
export interface Bin {
  /** Number of rows, above 0. */
  n: number;
  /** Lowest read in the bin, in [0, 1]; `high` is the highest. */
  low: number;
  high: number;
  /** Mean read, weighted. */
  meanP: number;
  /** Number of rows labelled yes. */
  positives: number;
  /** Share of rows labelled yes, weighted, in [0, 1]. */
  observed: number;
  /** Sum of the rows' weights. */
  weight: number;
  /** Number of rows of equal weight and documents of their own that would tell as much. */
  effective: number;
}

/** Bin of each row: min(floor(p B), B - 1), so that 1 falls in the last. @see Guo 2017 */
export function equalWidthBins(p: Numbers, count = 10): Int32Array {
  return Int32Array.from({ length: p.length }, (_, i) => Math.min(Math.floor(p[i] * count), count - 1));
}

/** Number of rows in each of `count` bins of equal width, from 0 to 1. @param p in [0, 1] */
export function histogramOf(p: Numbers, count = 20): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const bin of equalWidthBins(p, count)) counts[bin] += 1;
  return counts;
}

/**
 * Bin of each row. Bins are as equal in number as ties allow: a group of reads that are equal in billionths falls as a whole into bin
 * min(B - 1, floor(B (before + size / 2) / n)), so that the order of rows does not matter.
 * @see Nixon 2019; docs/methods.md#metrics
 */
export function equalMassBins(p: Numbers, count = 10, order = orderOf(p)): Int32Array {
  const n = p.length;
  const bins = new Int32Array(n);
  for (let start = 0; start < n;) {
    let end = start + 1;
    while (end < n && isTie(p[order[end]], p[order[start]])) end += 1;
    // 2 before + size stays an integer; a half would round differently on the two sides of a bin's end.
    const bin = Math.min(count - 1, Math.floor((count * (start + end)) / (2 * n)));
    for (let i = start; i < end; i += 1) bins[order[i]] = bin;
    start = end;
  }
  return bins;
}

/** Number of equal-mass bins of a report: clamp(floor(n / 20), 3, 10). @see docs/methods.md#metrics */
export function reportBinCount(n: number): number {
  return Math.min(10, Math.max(3, Math.floor(n / 20)));
}

/**
 * The non-empty bins, ascending.
 * @param rows documents and weights of the rows
 * @param likeness how alike the rows of one document are, see `likenessOfReads`
 */
export function summariseBins(bins: Int32Array, p: Numbers, y: Numbers, rows: ShareRows = {}, likeness = 1): Bin[] {
  const { units, weights } = rows;
  const found: (Bin | undefined)[] = [];
  for (let i = 0; i < bins.length; i += 1) {
    const weight = weights ? weights[i] : 1;
    if (weight === 0) continue;
    const bin = (found[bins[i]] ??= emptyBin());
    bin.n += 1;
    bin.low = Math.min(bin.low, p[i]);
    bin.high = Math.max(bin.high, p[i]);
    bin.meanP += weight * p[i];
    bin.observed += weight * y[i];
    bin.positives += y[i];
    bin.weight += weight;
  }
  const effective = units || weights ? effectiveOfGroups(bins, rows, likeness) : null;
  found.forEach((bin, at) => {
    if (!bin) return;
    bin.meanP /= bin.weight;
    bin.observed /= bin.weight;
    bin.effective = effective ? effective[at] : bin.n;
  });
  return found.filter((bin) => bin !== undefined);
}

function emptyBin(): Bin {
  return { n: 0, low: Infinity, high: -Infinity, meanP: 0, positives: 0, observed: 0, weight: 0, effective: 0 };
}
