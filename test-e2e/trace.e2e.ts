import { TraceCollector, eventually, openHouse, openLimitMs } from '@app/testing/stack';
import type { House } from '@app/testing/stack';
import { Story, boolJudgment } from './story/story';

let house: House;
let collector: TraceCollector;

beforeAll(async () => {
  collector = await TraceCollector.open();
  house = await openHouse({
    name: 'trace',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
}, openLimitMs);

afterAll(async () => {
  await house?.close();
  await collector?.close();
});

it('shows gateway, documents, judgments, broker, billing and Postgres in the one trace of a write that was judged', async () => {
  const story = new Story(house, 'trace/one');
  await story.judgment(boolJudgment('late'));
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const callersSpan = 'b7ad6b7169203331';
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  const written = await story.call(
    'POST',
    '/documents',
    { upsert: [{ id: 'a', state: { text: 'traced' } }] },
    { headers },
  );
  expect(written.status).toBe(200);
  await story.fresh('a', 'late');
  await eventually(() => {
    const spans = collector.spansOf(traceId);
    const services = new Set(spans.map(({ service }) => service));
    for (const one of ['gateway', 'documents', 'judgments', 'engine-broker', 'billing']) {
      expect([...services]).toContain(one);
    }
    for (const one of ['documents', 'judgments']) {
      expect(spans.filter(({ service, name }) => service === one && name.startsWith('pg'))).not.toEqual([]);
    }
    // One trace is one tree: every span hangs on another one of it, or on the caller's.
    const ids = new Set([...spans.map(({ spanId }) => spanId), callersSpan]);
    const loose = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
    expect(loose.map(({ service, name }) => `${service} ${name}`)).toEqual([]);
  }, 20_000);
}, 60_000);

it('answers how old the oldest pending judgment is', async () => {
  const story = new Story(house, 'trace/old');
  await story.judgment(boolJudgment('late'));
  await house.engine.hold();
  try {
    // Claimed, and held at the engine.
    await story.upsert('b', { text: 'kept waiting' });
    await eventually(async () => expect(await oldest()).toBeGreaterThan(1), 20_000);
  } finally {
    await house.engine.release();
  }
  await story.fresh('b', 'late');
  await eventually(async () => expect(await oldest()).toBeLessThan(1), 20_000);
}, 60_000);

/** Seconds; the largest over lanes. */
async function oldest(): Promise<number> {
  const lines = (await house.metrics('judgments'))
    .split('\n')
    .filter((line) => /^[a-z_]*pending_oldest_seconds[ {]/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  return Math.max(...lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1))));
}
