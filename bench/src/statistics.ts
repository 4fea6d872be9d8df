/** Middle of a list of figures. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Smallest and largest, as people quote a spread. */
export function spread(values: number[]): string {
  return `${Math.min(...values).toFixed(2)}..${Math.max(...values).toFixed(2)}`;
}

/** The machine's monotonic clock in milliseconds: the same in all processes, so that moments of two can be subtracted. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
