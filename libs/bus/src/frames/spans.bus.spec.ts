import { readDocuments } from '@app/contracts/documents';
import { currentTraceparent, runInSpan, tracingEnabled } from '@app/observability';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { RawReply } from '../reply';
import { handle } from '../table';
import { Opened, ask, framed } from './frames.fake';

describe('spans of requests in a frame', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const opened = new Opened();
  beforeAll(() => {
    provider.register();
    tracingEnabled(true);
  });
  afterAll(async () => {
    tracingEnabled(false);
    await opened.stopAll();
    await provider.shutdown();
  });

  it('each belong to the trace of their own request, alone or together, and its own span is their parent', async () => {
    const documents = await opened.open('documents', [
      handle(readDocuments, async () => new RawReply(JSON.stringify(currentTraceparent()))),
    ]);
    const gateway = await opened.open('gateway');
    const traced = (name: string) =>
      runInSpan(name, {}, async (span) => {
        const answered = (await ask(gateway, name)) as string;
        return { trace: span?.spanContext().traceId, answered: answered.split('-')[1] };
      });
    await Promise.all([traced('first'), traced('first')]);
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => traced(`n${i}`)));
    expect(await framed(documents)).toBe(20);
    all.push(await traced('alone'));
    expect(await framed(documents)).toBe(20);
    for (const { trace, answered } of all) expect(answered).toBe(trace);
    expect(new Set(all.map(({ trace }) => trace)).size).toBe(21);
    const spans = exporter.getFinishedSpans();
    const asked = new Map(spans.map((span) => [span.spanContext().spanId, span]));
    const answers = spans.filter(({ name }) => name === `answer ${readDocuments.subject}`);
    expect(answers).toHaveLength(23);
    const parents = answers.map(({ parentSpanContext }) => asked.get(parentSpanContext!.spanId)!);
    expect(new Set(parents).size).toBe(23);
    for (const parent of parents) expect(parent.name).toBe(`ask ${readDocuments.subject}`);
  });
});
