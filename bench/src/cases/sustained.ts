import { Case } from '../case/case';
import { Measure, megabytes, perSecond, seconds } from '../case/figures';
import { documentOf } from '../load/documents';
import { Client, pathOf } from '../stack/client';
import { lateJudgment } from '../stack/loading';
import { memoryOf } from '../stack/memory';
import { StackSite, engineInFlight, engineLatencyMs } from '../stack/site';
import { median } from '../statistics';

const namespace = 'bench/sustained';
const batch = 100;
const tickMs = 1000;
/** So many samples at least, also of a run of seconds: figures are taken from fifths of them. */
const leastSamples = 20;
/** A quarter of what the engine could answer: what two cores judge beside the load and the servers. */
const pacePerSecond = (engineInFlight * 250) / engineLatencyMs;

interface Sample {
  /** Age of the oldest write that has no fresh answer yet. */
  lagS: number;
  memoryMb: number | null;
}

/** Documents written at a pace that the engine could keep, each judged once: do lag and memory stay level? */
export const sustainedCase: Case<StackSite> = {
  name: 'sustained load, each document judged once, of the pace',
  goal: null,
  needs: [],
  size: { normal: 100_000, short: 480, option: 'documents' },
  maxRounds: 1,
  isOnDemand: true,
  round: async ({ site: { client, stack }, size }) => {
    await client.call('POST', '/namespaces', { name: namespace });
    await client.call('POST', `${pathOf(namespace)}/judgments`, lateJudgment);
    const startMs = performance.now();
    const writes: { count: number; atMs: number }[] = [];
    const everyMs = Math.min(tickMs, (1000 * size) / pacePerSecond / leastSamples);
    const [, samples] = await Promise.all([
      writeAtPace(client, size, startMs, (count) => writes.push({ count, atMs: performance.now() })),
      sample(client, size, everyMs, (fresh, atMs) => {
        const oldest = writes.find(({ count }) => count > fresh);
        return { lagS: oldest ? Math.max(0, atMs - oldest.atMs) / 1000 : 0, memoryMb: memoryOf(stack.pid) };
      }),
    ]);
    const written = size / ((performance.now() - startMs) / 1000);
    const pace = perSecond(pacePerSecond);
    return { ratio: written / pacePerSecond, measures: { pace, judged: perSecond(written), ...measuresOf(samples) } };
  },
};

async function writeAtPace(
  client: Client,
  documents: number,
  startMs: number,
  onWritten: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < documents; from += batch) {
    const dueMs = startMs + (1000 * from) / pacePerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const count = Math.min(batch, documents - from);
    const upsert = Array.from({ length: count }, (_, k) => documentOf(from + k));
    await client.call('POST', `${pathOf(namespace)}/documents`, { upsert });
    onWritten(from + count);
  }
}

async function sample(
  client: Client,
  documents: number,
  everyMs: number,
  take: (fresh: number, atMs: number) => Sample,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let fresh = 0; fresh < documents;) {
    const atMs = performance.now();
    fresh = await client.fresh(namespace, lateJudgment.name);
    samples.push(take(fresh, atMs));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return samples;
}

/** Lag over all samples; its largest, and the memory's median, of the second and of the last fifth. */
function measuresOf(samples: readonly Sample[]): Record<string, Measure> {
  const fifth = Math.floor(samples.length / 5);
  const [early, late] = [samples.slice(fifth, 2 * fifth), samples.slice(4 * fifth)];
  const lags = samples.map(({ lagS }) => lagS);
  const maxLag = (of: readonly Sample[]): number => Math.max(...of.map(({ lagS }) => lagS));
  const memory = (of: readonly Sample[]): number[] =>
    of.flatMap(({ memoryMb }) => (memoryMb === null ? [] : [memoryMb]));
  return {
    'lag p50': seconds(median(lags)),
    'lag max': seconds(Math.max(...lags)),
    'lag max of the second fifth': seconds(maxLag(early)),
    'of the last': seconds(maxLag(late)),
    ...(memory(late).length > 0 && {
      'memory of the services in the second fifth': megabytes(median(memory(early))),
      'in the last': megabytes(median(memory(late))),
    }),
  };
}
