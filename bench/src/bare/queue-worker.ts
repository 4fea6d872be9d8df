import { Worker } from 'bullmq';
import { PostedEvent, Poster, inFlight } from './poster';

export const queueName = 'deliveries';

/** A worker of BullMQ that signs and posts what is queued; ends with its process. */
export async function startQueueWorker(redisUrl: string, receiver: string): Promise<void> {
  const poster = new Poster(receiver);
  const { hostname, port } = new URL(redisUrl);
  const worker = new Worker<PostedEvent>(queueName, ({ data }) => poster.post(data), {
    connection: { host: hostname, port: Number(port), maxRetriesPerRequest: null },
    concurrency: inFlight,
  });
  worker.on('error', (error) => console.error(error));
  await worker.waitUntilReady();
  process.send?.({ ready: true });
}
