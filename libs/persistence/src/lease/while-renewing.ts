/** How often a lease is renewed while work goes on, and for how long at most; in milliseconds. */
export interface Renewal {
  everyMs: number;
  /** Work that lasts longer counts as stuck, and another process may take the lease. */
  forMs: number;
}

/** Renews a lease while work goes on that may take longer than the lease. */
export async function runWhileRenewing<T>(
  { everyMs, forMs }: Renewal,
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewalsLeft = forMs / everyMs;
  const renewing = setInterval(() => {
    if (renewalsLeft-- <= 0) return;
    // After a renewal that fails the lease may run out: each statement that only the holder may run asks for it and fails.
    renew().catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
