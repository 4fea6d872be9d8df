import { Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

interface OtlpBody {
  resourceSpans?: {
    resource?: { attributes?: { key: string; value: { stringValue?: string } }[] };
    scopeSpans?: { spans?: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] }[];
  }[];
}

/** Takes OTLP over HTTP, and remembers every span, which the services export in JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];

  private constructor(
    private readonly server: Server,
    /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
    readonly url: string,
  ) {}

  static async open(): Promise<TraceCollector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const collector = new TraceCollector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        // An SDK may send more than traces, and in other forms.
        if (request.url === '/v1/traces')
          collector.take(JSON.parse(Buffer.concat(chunks).toString('utf8')) as OtlpBody);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return collector;
  }

  spansOf(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: OtlpBody): void {
    for (const { resource, scopeSpans = [] } of body.resourceSpans ?? []) {
      const name = resource?.attributes?.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans = [] } of scopeSpans) {
        for (const span of spans) this.spans.push({ ...span, service: name, parentSpanId: span.parentSpanId ?? '' });
      }
    }
  }
}
