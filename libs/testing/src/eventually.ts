import { patient } from './jest/patience.cjs';

/** Waits on an outcome, never on time: tries until it does not throw, and gives the last fault when it never does. */
export async function eventually<T>(attempt: () => Promise<T> | T, limitMs = 15_000, everyMs = 25): Promise<T> {
  const until = Date.now() + patient(limitMs);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
