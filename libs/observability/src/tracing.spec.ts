import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { currentTraceparent, flushSpans, flushSpansBy, runInSpan, tracingEnabled } from './tracing';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  provider.register();
  tracingEnabled(true);
});
afterAll(async () => {
  tracingEnabled(false);
  await provider.shutdown();
});

it('makes a span a child of its cause and links it to further causes', async () => {
  const [parent, other] = ['a', 'b'].map((digit) => ({ traceId: digit.repeat(32), spanId: digit.repeat(16) }));
  const [traceparent, link] = [parent, other].map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  const links = [link, 'not a traceparent'];
  const sentOn = await runInSpan('commit', { traceparent, links }, async () => currentTraceparent());
  const [span] = exporter.getFinishedSpans();
  expect(span.parentSpanContext).toMatchObject(parent);
  expect(span.links.map(({ context }) => context)).toMatchObject([other]);
  expect(sentOn).toBe(`00-${parent.traceId}-${span.spanContext().spanId}-01`);
});

describe('the last spans of a process', () => {
  afterEach(() => {
    jest.useRealTimers();
    flushSpansBy(() => Promise.resolve());
  });

  it('are sent before it ends', async () => {
    const sent = jest.fn(() => Promise.resolve());
    flushSpansBy(sent);
    await flushSpans();
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('keep it for two seconds at most', async () => {
    jest.useFakeTimers();
    flushSpansBy(() => new Promise(() => undefined));
    let isOver = false;
    void flushSpans().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(1999);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  });
});
