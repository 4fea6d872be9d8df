import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a sender uses an endpoint row after reading it, in milliseconds. One read serves many deliveries, and no
 * attempt uses a secret, an address or a status that changed longer ago than this.
 */
export const endpointTtlMs = 50;

/**
 * Resolves when no sender uses an endpoint row from before the call any more. A change of an endpoint waits for it
 * before it replies: after the reply no attempt begins with an ended secret, or to a disabled or deleted endpoint.
 */
export async function waitUntilEndpointsExpire(): Promise<void> {
  await sleep(endpointTtlMs);
}
