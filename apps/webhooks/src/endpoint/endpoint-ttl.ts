import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A sender that read an endpoint believes what it read for so long, in milliseconds. Deliveries that wait in memory cost no
 * look at their endpoint each, and none goes by a secret, an address or a status that was changed longer ago than this.
 */
export const endpointTtlMs = 50;

/**
 * Resolves when no sender believes any more what was so before the call. Who changes an endpoint replies after it: from the
 * reply on no attempt begins with a secret that was ended, or to an endpoint that was disabled or deleted.
 */
export async function untilEndpointsExpire(): Promise<void> {
  await sleep(endpointTtlMs);
}
