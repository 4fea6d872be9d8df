import { TraceCollector, WebhookReceiver, eventually, openStack, openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: Stack;
let collector: TraceCollector;

beforeAll(async () => {
  collector = await TraceCollector.open();
  stack = await openStack({
    name: 'trace',
    // The age of the oldest work would be that of work which files before have left.
    untouched: true,
    settings: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } },
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

it('shows the attempt at the webhook in the trace of the write whose answer moved a document into a subscription', async () => {
  const scenario = new Scenario(stack, 'trace/hook');
  const receiver = await WebhookReceiver.open();
  try {
    await scenario.judgment(boolJudgment('late', { thresholds: { any: 0 } }));
    const made = await stack.api<{ id: string }>('POST', '/webhook-endpoints', {
      url: `${receiver.origin}/hook`,
      events: [],
      namespace_prefix: scenario.namespace,
    });
    expect(made.status).toBe(201);
    await scenario.ok('PUT', '/subscriptions/all', {
      filter: { 'answers.late.thresholds.any': true },
      endpoint: made.body.id,
    });
    const { traceId, headers } = newTrace('b2');
    const upsert = [{ id: 'a', state: { text: 'traced' } }];
    expect((await scenario.call('POST', '/documents', { upsert }, { headers })).status).toBe(200);
    await eventually(() => expect(receiver.deliveries).toHaveLength(1), 20_000);
    await eventually(() => {
      const spans = collector.spansOf(traceId);
      expect(spans.map(({ service, name }) => `${service} ${name}`)).toContain('webhooks webhook attempt');
      // From the attempt up to the caller without a gap.
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      let span = spans.find(({ name }) => name === 'webhook attempt');
      const way: string[] = [];
      for (; span; span = byId.get(span.parentSpanId)) way.push(span.service);
      expect(way[0]).toBe('webhooks');
      expect(way).toContain('documents');
      expect(way.at(-1)).toBe('gateway');
    }, 20_000);
  } finally {
    await receiver.close();
  }
}, 60_000);

it('shows the work of a job in the trace of the request that made it', async () => {
  const scenario = new Scenario(stack, 'trace/job');
  await scenario.upsert('a', { text: 'soon gone' });
  const { traceId, headers } = newTrace('c3');
  expect((await scenario.call('DELETE', '', undefined, { headers })).status).toBe(202);
  await eventually(() => {
    const spans = collector.spansOf(traceId);
    expect(spans.filter(({ service, name }) => service === 'documents' && name.startsWith('job '))).not.toEqual([]);
    // Nothing that is published at its end stands alone.
    expect(spans.map(({ name }) => name).join()).toMatch(/on .*event/);
  }, 20_000);
}, 60_000);

it('writes the trace of a request that a service refused into the log of that service', async () => {
  const scenario = new Scenario(stack, 'trace/refused');
  await scenario.upsert('a', { text: 'there' });
  const { traceId, headers } = newTrace('d4');
  expect((await scenario.call('GET', '/documents/none', undefined, { headers })).status).toBe(404);
  const refused = readFileSync(join(stack.at.logs, 'documents-0.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('a request was refused') && line.includes(traceId));
  expect(refused).toHaveLength(1);
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

function newTrace(lastByte: string): { traceId: string; headers: Record<string, string> } {
  const traceId = `0af7651916cd43dd8448eb211c8031${lastByte}`;
  return { traceId, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } };
}
