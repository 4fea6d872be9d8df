import { TraceCollector, eventually, openStack, openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: Stack;
let collector: TraceCollector;

beforeAll(async () => {
  collector = await TraceCollector.open();
  stack = await openStack({
    name: 'trace',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
}, openLimitMs);

afterAll(async () => {
  await stack?.close();
  await collector?.close();
});

it('shows gateway, documents, judgments, broker, billing and Postgres in the one trace of a write that was judged', async () => {
  const scenario = new Scenario(stack, 'trace/one');
  await scenario.judgment(boolJudgment('late'));
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const callersSpan = 'b7ad6b7169203331';
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  const written = await scenario.call(
    'POST',
    '/documents',
    { upsert: [{ id: 'a', state: { text: 'traced' } }] },
    { headers },
  );
  expect(written.status).toBe(200);
  await scenario.fresh('a', 'late');
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
  const scenario = new Scenario(stack, 'trace/old');
  await scenario.judgment(boolJudgment('late'));
  await stack.engine.hold();
  try {
    // Claimed, and held at the engine.
    await scenario.upsert('b', { text: 'kept waiting' });
    await eventually(async () => expect(await oldest()).toBeGreaterThan(1), 20_000);
  } finally {
    await stack.engine.release();
  }
  await scenario.fresh('b', 'late');
  await eventually(async () => expect(await oldest()).toBeLessThan(1), 20_000);
}, 60_000);

/** Seconds; the largest over lanes. */
async function oldest(): Promise<number> {
  const lines = (await stack.metrics('judgments'))
    .split('\n')
    .filter((line) => /^[a-z_]*pending_oldest_seconds[ {]/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  return Math.max(...lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1))));
}
