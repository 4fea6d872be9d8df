import { Service, services } from '@app/contracts';
import { StackClient } from '@app/testing/stack';

const mib = 1024 * 1024;

/** The memory that helm/values.yaml gives a container of each service, in MiB. */
export const limitMib: Record<Service, number> = {
  gateway: 768,
  documents: 1024,
  judgments: 1024,
  'engine-broker': 512,
  calibration: 512,
  billing: 512,
  webhooks: 512,
  'events-feed': 512,
};

/** The most resident memory of each service so far, in MiB, looked at twice a second until `ended`. */
export async function watchMemory(stack: StackClient, ended: () => boolean): Promise<Map<Service, number>> {
  const most = new Map<Service, number>();
  while (!ended()) {
    for (const service of services) {
      const page = await stack.metrics(service);
      const bytes = Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(page)?.[1]);
      if (Number.isNaN(bytes)) throw new Error(`${service} shows no resident memory.`);
      most.set(service, Math.max(most.get(service) ?? 0, bytes / mib));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return most;
}
