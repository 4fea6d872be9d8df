/** Lags fall into buckets that grow by 10 %, so a quantile is right to 10 %, however many answers there are. */
const growth = 1.1;

export interface LagBucket {
  bucket: number;
  answers: number;
}

/** The 90th percentile in milliseconds, as the upper bound of its bucket; 0 without answers. */
export function lagP90(buckets: readonly LagBucket[]): number {
  const total = buckets.reduce((sum, { answers }) => sum + answers, 0);
  if (total === 0) return 0;
  let counted = 0;
  for (const { bucket, answers } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    counted += answers;
    if (counted >= 0.9 * total) return Math.round(growth ** (bucket + 1));
  }
  return 0;
}
