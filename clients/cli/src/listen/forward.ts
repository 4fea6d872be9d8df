import { sign } from '@app/signing';
import type { World } from '../world/world';

export interface Forwarded {
  /** Status of the receiver; null when it gave none. */
  status: number | null;
  ms: number;
  /** Why there is no status. */
  error?: string;
}

const timeoutMs = 15_000;

/** Sends an event to a receiver as the service would, once: a developer wants to see a failure, not a repetition. */
export async function forward(
  event: { id: string },
  url: string,
  secret: string,
  { nowMs, signal }: Pick<World, 'nowMs' | 'signal'>,
): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const beganMs = nowMs();
  const timestampS = Math.floor(beganMs / 1_000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': sign({ id: event.id, timestampS, body, secrets: [secret] }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: nowMs() - beganMs };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error;
    return { status: null, ms: nowMs() - beganMs, error: (cause as Error | undefined)?.message || message };
  }
}
