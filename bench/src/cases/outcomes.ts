import { Client, until } from '../client';
import { Target, load } from '../load/load';
import { documentOf, upsertBody } from '../load/documents';
import { Case } from './case';

export const outcomesName = 'outcomes of 100, against the batch write of 100';

/** Outcomes that stand before the first is timed. */
export const standingOutcomes = 1_000_000;
const documents = 5000;
const most = 1000;
const atOnce = 8;
const dayMs = 86_400_000;
const ns = 'bench%2Foutcomes';
const path = `/namespaces/${ns}/judgments/told/outcomes`;

/** Each of the same documents again and again, each time of another instant: every one is a new outcome. */
function outcomes(first: number, count: number, nowMs: number): object {
  return {
    outcomes: Array.from({ length: count }, (_, k) => {
      const at = new Date(nowMs + dayMs + Math.floor((first + k) / documents) * 1000).toISOString();
      return { document: `doc:${(first + k) % documents}`, value: (first + k) % 3 === 0, observed_at: at };
    }),
  };
}

/** Judged documents and a million outcomes of them; tells how long the posting took and a report then takes. */
export async function makeOutcomes(client: Client, standing = standingOutcomes): Promise<void> {
  await client.call('POST', '/namespaces', { name: 'bench/outcomes' });
  await client.call('POST', `/namespaces/${ns}/judgments`, {
    name: 'told',
    type: 'bool',
    question: 'Is this about told?',
    context: { fields: ['state.text'] },
    engine: { name: 'jev', version: 'current' },
    thresholds: { alarm: 0.4 },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  });
  for (let from = 0; from < documents; from += 500) {
    const upsert = Array.from({ length: 500 }, (_, k) => documentOf(from + k));
    await client.call('POST', `/namespaces/${ns}/documents`, { upsert });
  }
  await until(async () => (await client.fresh('bench/outcomes', 'told')) >= documents, 180);
  const nowMs = Date.now();
  const startedMs = performance.now();
  for (let from = 0; from < standing; from += most * atOnce) {
    const starts = Array.from({ length: atOnce }, (_, k) => from + k * most).filter((start) => start < standing);
    await Promise.all(starts.map((start) => client.call('POST', path, outcomes(start, most, nowMs))));
  }
  const tookMs = performance.now() - startedMs;
  const reportMs = performance.now();
  await client.call('GET', `/namespaces/${ns}/judgments/told/calibration`);
  const rate = Math.round((1000 * standing) / tookMs);
  const seconds = ((performance.now() - reportMs) / 1000).toFixed(2);
  console.log(`${standing} outcomes by 1,000: ${rate} a second; a report of them then takes ${seconds} s`);
}

/** Both through the service, a hundred a request: a label costs no more than a document. */
export function outcomesCase(own: Target, clients: number, seconds: number): Case {
  const nowMs = Date.now() + 1000 * dayMs;
  return {
    name: outcomesName,
    goal: 0.5,
    raw: (round) =>
      load(own, clients, seconds, (n) => {
        const from = (n * 100 + round * 31337) % (documents - 100);
        const body = upsertBody(from, 100, round * 1000 + n + 1);
        return { method: 'POST', path: '/v1/namespaces/bench%2Fplain/documents', body };
      }),
    own: (round) =>
      load(own, clients, seconds, (n) => {
        const body = JSON.stringify(outcomes((round * 100_000 + n) * 100, 100, nowMs));
        return { method: 'POST', path: `/v1${path}`, body };
      }),
  };
}
