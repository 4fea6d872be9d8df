import { TraceCollector } from './collector';

const traceId = '0af7651916cd43dd8448eb211c80319c';

it('remembers the spans of its traces, and stands what else an SDK sends', async () => {
  const collector = await TraceCollector.open();
  try {
    const post = async (path: string, contentType: string, body: string): Promise<number> => {
      const headers = { 'content-type': contentType };
      return (await fetch(`${collector.url}${path}`, { method: 'POST', headers, body })).status;
    };
    const spans = [{ name: 'write', traceId, spanId: 'b7ad6b7169203331' }];
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'documents' } }] };
    const traces = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    expect(await post('/v1/metrics', 'application/x-protobuf', '\n\u0001h')).toBe(200);
    expect(await post('/v1/traces', 'application/json', traces)).toBe(200);
    expect(collector.spansOf(traceId)).toEqual([{ ...spans[0], service: 'documents', parentSpanId: '' }]);
  } finally {
    await collector.close();
  }
});
