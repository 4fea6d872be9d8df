import { patient } from './jest/patience.cjs';

/** What a wait grows by at most, and the longest time between two tries. */
const [share, mostMs] = [0.1, 100];

/**
 * Waits on an outcome, never on time: tries until it does not throw, and gives the last fault when it never does. A try is work
 * for what is waited for, too: so the longer the wait has been, the longer the next try is away, by a tenth of it.
 * @param everyMs the least time between two tries
 */
export async function eventually<T>(attempt: () => Promise<T> | T, limitMs = 15_000, everyMs = 25): Promise<T> {
  const began = Date.now();
  const until = began + patient(limitMs);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const now = Date.now();
      if (now > until) throw error;
      const pauseMs = Math.max(everyMs, Math.min(mostMs, share * (now - began)));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
