import { Problem } from '@app/problem';
import { ConnectionError, JudgmentClient, JudgmentError } from '@app/sdk/client';

/** A count of many documents takes its time on a busy machine, and so do the waits of a service that is starting. */
const patience = { timeoutMs: 60_000, totalMs: 300_000, retries: 12 };

/** Refusals that each later request waits out by itself. */
const passing = [429, 500, 502, 503, 504];

/**
 * A client of the service, once it has answered: a wrong address or key fails at once and is not tried again.
 * @throws Problem `unavailable` when nothing answers; JudgmentError for what the service refuses for good
 */
export async function reach({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<JudgmentClient> {
  const client = new JudgmentClient({ baseUrl, apiKey, ...patience });
  try {
    await client.organization.engines({ retries: 0 });
  } catch (thrown) {
    if (thrown instanceof ConnectionError) {
      const message = `Nothing answers at ${baseUrl}; start the service first.`;
      throw new Problem('unavailable', message, {}, { cause: thrown });
    }
    if (!(thrown instanceof JudgmentError) || !passing.includes(thrown.status ?? 0)) throw thrown;
  }
  return client;
}
