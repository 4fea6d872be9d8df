import type { Call } from '@app/bus';
import { kindOf } from '@app/problem';
import { setTimeout as delay } from 'node:timers/promises';

const firstWaitMs = 50;
const maxWaitMs = 1_000;

/**
 * Sends a request again while the other service has too many of its kind under way, so that a burst is slow and not
 * refused.
 * @throws Problem `rate_limited` when the time of the call does not last for another try
 */
export async function sendPatiently<T>(call: Call, send: () => Promise<T>): Promise<T> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await send();
    } catch (error) {
      // Requests that were refused together must not come again together.
      const pauseMs = waitMs * (0.5 + Math.random() / 2);
      if (kindOf(error) !== 'limited' || call.leftMs <= pauseMs) throw error;
      await delay(pauseMs);
    }
  }
}
