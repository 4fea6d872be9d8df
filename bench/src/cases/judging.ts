import { Client, until } from '../client';
import { documentOf } from '../load/documents';
import { namespaces } from './documents';

/** Judged at once, whenever what it reads has changed. */
export const lateJudgment = {
  name: 'late',
  type: 'bool',
  question: 'Will this order arrive late?',
  context: { fields: ['state.text', 'attributes.total'] },
  engine: { name: 'jev', version: 'current' },
  freshness: { policy: 'on_change', debounce_ms: 0 },
};

export interface JudgingResult {
  answersPerSecond: number;
  idealPerSecond: number;
  ratio: number;
}

/** Judging against an engine that always takes `latencyMs`, with `inFlight` permits: answers a second against the ideal. */
export async function measureJudging(
  client: Client,
  round: number,
  documents: number,
  latencyMs: number,
  inFlight: number,
): Promise<JudgingResult> {
  const namespace = `${namespaces.loop}-${round}`;
  const path = `/namespaces/${encodeURIComponent(namespace)}`;
  await client.call('POST', '/namespaces', { name: namespace });
  await client.call('POST', `${path}/judgments`, lateJudgment);
  for (let from = 0; from < documents; from += 500) {
    const upsert = Array.from({ length: Math.min(500, documents - from) }, (_, k) => documentOf(from + k, 900 + round));
    await client.call('POST', `${path}/documents`, { upsert });
  }
  const marks: { count: number; atMs: number }[] = [];
  await until(
    async () => {
      const count = await client.fresh(namespace, 'late');
      marks.push({ count, atMs: performance.now() });
      return count >= documents;
    },
    120,
    250,
  );
  const answersPerSecond = rateBetween(marks, documents * 0.1, documents * 0.95);
  const idealPerSecond = inFlight / (latencyMs / 1000);
  return { answersPerSecond, idealPerSecond, ratio: answersPerSecond / idealPerSecond };
}

/** Answers a second between two counts, the moments interpolated between polls; the start and the tail left out. */
export function rateBetween(marks: { count: number; atMs: number }[], low: number, high: number): number {
  const at = (count: number): number => {
    const after = marks.findIndex((mark) => mark.count >= count);
    if (after <= 0) return marks[0].atMs;
    const [a, b] = [marks[after - 1], marks[after]];
    return a.atMs + ((count - a.count) / (b.count - a.count)) * (b.atMs - a.atMs);
  };
  return (high - low) / ((at(high) - at(low)) / 1000);
}
