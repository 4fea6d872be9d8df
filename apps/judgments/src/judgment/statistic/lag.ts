/** Each bucket of a lag histogram ends at this many times the end of the one before; the first ends at 1 ms. */
const growth = 1.25;
/** The last bucket takes everything from about 24 days on. */
export const lagBuckets = 98;

/** The bucket of a lag from the first change to the answer, in milliseconds. */
export function lagBucket(lagMs: number): number {
  if (lagMs <= 1) return 0;
  return Math.min(lagBuckets - 1, Math.ceil(Math.log(lagMs) / Math.log(growth)));
}

/** A histogram of lags: how many fall into each bucket. */
export function countLags(lagsMs: readonly number[]): number[] {
  const counts = new Array<number>(lagBuckets).fill(0);
  for (const lagMs of lagsMs) counts[lagBucket(lagMs)] += 1;
  return counts;
}

/** The sum of some histograms; empty without any. */
export function addLags(histograms: readonly (readonly number[])[]): number[] {
  return histograms.reduce<number[]>((total, counts) => counts.map((count, i) => count + (total[i] ?? 0)), []);
}

/**
 * The lag that a share of the answers stays within, in whole milliseconds; 0 without answers. It interpolates between the
 * ends of the bucket by rank, so it is at most a quarter off.
 * @param share above 0 to 1; 0.9 for the 90th percentile
 */
export function lagMs(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  let left = share * total;
  for (const [bucket, count] of counts.entries()) {
    if (count >= left && count > 0) {
      const low = bucket === 0 ? 0 : growth ** (bucket - 1);
      const high = growth ** bucket;
      return Math.round(low + (high - low) * (left / count));
    }
    left -= count;
  }
  return Math.round(growth ** (counts.length - 1));
}
