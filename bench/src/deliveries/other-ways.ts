import { Queue } from 'bullmq';
import { once } from 'node:events';
import { Poster } from '../bare/poster';
import { queueName } from '../bare/queue-worker';
import { until } from '../stack/client';
import { forkBare } from './receiver';
import { openRedis } from './redis';
import { DeliveryWay, lotsOf, postedOf } from './way';

const settleLimitS = 60;
/** Gone when done, which costs Redis the least. */
const job = { removeOnComplete: true };

/** The raw limit: nothing is kept, so what was sent has arrived. */
export function openBareWay(receiver: string): DeliveryWay {
  const poster = new Poster(receiver);
  return {
    burst: (events) => poster.postAll(events.map(postedOf)),
    send: (event) => poster.post(postedOf(event)),
    settles: () => Promise.resolve(),
    stop: () => poster.close(),
  };
}

/** BullMQ with Redis: added in this process, signed and posted by a worker's. Null without a `redis-server`. */
export async function openQueueWay(receiver: string): Promise<DeliveryWay | null> {
  const redis = await openRedis();
  if (!redis) return null;
  const { hostname: host, port } = new URL(redis.url);
  const queue = new Queue(queueName, { connection: { host, port: Number(port) } });
  queue.on('error', (error) => console.error(error));
  await queue.waitUntilReady();
  const worker = forkBare(redis.url, 'queue-worker', receiver);
  await once(worker, 'message');
  return {
    burst: async (events) => {
      for (const lot of lotsOf(events))
        await queue.addBulk(lot.map((event) => ({ name: event.type, data: postedOf(event), opts: job })));
    },
    send: async (event) => {
      await queue.add(event.type, postedOf(event), job);
    },
    settles: () =>
      until(async () => {
        const { failed, ...open } = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
        if (failed > 0) throw new Error(`${failed} jobs failed`);
        return Object.values(open).every((count) => count === 0);
      }, settleLimitS),
    stop: async () => {
      const gone = once(worker, 'exit');
      worker.disconnect();
      await gone;
      await queue.close();
      await redis.stop();
    },
  };
}
