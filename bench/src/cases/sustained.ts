import { readFileSync, readdirSync } from 'node:fs';
import { Client } from '../client';
import { documentOf } from '../load/documents';
import { median } from '../statistics';
import { lateJudgment } from './judging';

export const sustainedName = 'sustained load';
const namespace = 'bench/sustained';
const path = `/namespaces/${encodeURIComponent(namespace)}`;
const batch = 100;
const tickMs = 1000;

export interface SustainedResult {
  documents: number;
  perSecond: number;
  /** From a write's acknowledgement to the fresh answer, sampled each second. */
  lagP50S: number;
  lagMaxS: number;
  /** Largest in the last fifth, of the largest in the second fifth. */
  lagGrowth: number;
  /** Of all services, MB: the median of the second and of the last fifth of the run. */
  memoryMb: [number, number];
}

/** Documents written at a pace that the engine could keep, each judged once; tells whether lag and memory stay. */
export async function measureSustained(
  client: Client,
  { documents, perSecond, servicesOf }: { documents: number; perSecond: number; servicesOf: number },
): Promise<SustainedResult> {
  await client.call('POST', '/namespaces', { name: namespace });
  await client.call('POST', `${path}/judgments`, lateJudgment);
  const startMs = performance.now();
  const writes: { count: number; atMs: number }[] = [];
  const samples: { lagS: number; memoryMb: number }[] = [];
  const write = async (): Promise<void> => {
    for (let from = 0; from < documents; from += batch) {
      const dueMs = startMs + (1000 * from) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
      const upsert = Array.from({ length: batch }, (_, k) => documentOf(from + k));
      await client.call('POST', `${path}/documents`, { upsert });
      writes.push({ count: from + batch, atMs: performance.now() });
    }
  };
  let fresh = 0;
  const sample = async (): Promise<void> => {
    while (fresh < documents) {
      const atMs = performance.now();
      fresh = await client.fresh(namespace, 'late');
      const oldest = writes.find(({ count }) => count > fresh);
      samples.push({ lagS: oldest ? Math.max(0, atMs - oldest.atMs) / 1000 : 0, memoryMb: memoryOf(servicesOf) });
      await new Promise((resolve) => setTimeout(resolve, tickMs));
    }
  };
  await Promise.all([write(), sample()]);
  const elapsedS = (performance.now() - startMs) / 1000;
  const fifth = Math.floor(samples.length / 5);
  const [early, late] = [samples.slice(fifth, 2 * fifth), samples.slice(4 * fifth)];
  const largest = (of: typeof samples): number => Math.max(...of.map(({ lagS }) => lagS));
  const lags = samples.map(({ lagS }) => lagS);
  return {
    documents,
    perSecond: documents / elapsedS,
    lagP50S: median(lags),
    lagMaxS: Math.max(...lags),
    lagGrowth: largest(late) / Math.max(largest(early), 0.001),
    memoryMb: [median(early.map(({ memoryMb }) => memoryMb)), median(late.map(({ memoryMb }) => memoryMb))],
  };
}

/** Resident memory of a process and all that it started, Postgres left out: its shared pages would be counted often. */
function memoryOf(root: number): number {
  const parents = new Map<number, number>();
  const residentKb = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const status = statusOf(name);
    const read = (key: string): string => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    if (status === '' || !/^node|^nats|^Main/.test(read('Name'))) continue;
    parents.set(Number(name), Number(read('PPid')));
    residentKb.set(Number(name), Number(read('VmRSS')));
  }
  const isOurs = (pid: number | undefined): boolean => pid === root || (!!pid && isOurs(parents.get(pid)));
  let sum = 0;
  for (const [pid, kb] of residentKb) if (isOurs(pid)) sum += kb;
  return sum / 1024;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended between the listing and the look.
    return '';
  }
}

export function reportSustained(result: SustainedResult): string {
  const { documents, perSecond, lagP50S, lagMaxS, lagGrowth, memoryMb } = result;
  const [early, late] = memoryMb;
  const isFlat = late <= 1.1 * early;
  return [
    `${sustainedName}: ${documents} documents, ${perSecond.toFixed(0)}/s`,
    `lag p50 ${lagP50S.toFixed(2)} s, most ${lagMaxS.toFixed(2)} s, last fifth against second ${lagGrowth.toFixed(2)}`,
    `memory of the services ${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
    isFlat ? 'flat' : 'NOT flat',
  ].join('  ');
}
