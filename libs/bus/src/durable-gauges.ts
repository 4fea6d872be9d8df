import { Durable } from '@app/contracts/catalogue';
import { busMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { BusConnection } from './connection';
import { isNotFound } from './streams';

/** Measures how far the durables of a service are behind. A durable that does not exist yet shows no value. */
export function measureDurables(metrics: Metrics, connection: BusConnection, durables: () => readonly Durable[]): void {
  metrics.measured(busMetrics.durablePending, async (gauge) => {
    const pending = new Map<string, number | null>();
    for (const { stream, name } of durables()) pending.set(name, await readPendingOf(connection, stream, name));
    // At once, so that no scrape sees a part.
    gauge.reset();
    pending.forEach((facts, durable) => facts !== null && gauge.set({ durable }, facts));
  });
}

async function readPendingOf({ jsm }: BusConnection, stream: string, name: string): Promise<number | null> {
  try {
    const { num_pending, num_ack_pending } = await jsm.consumers.info(stream, name);
    return num_pending + num_ack_pending;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
