import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the way to the service does to one request. */
export type Fault = 'cut' | { status: number; headers?: Record<string, string>; code: string; details?: object };

/** The way to a gateway, with faults by order: one a request until they are used up. */
export class FaultyProxy {
  /** Method, path, Idempotency-Key and body of each request, in order. */
  readonly heard: { method: string; path: string; key: string | undefined; body: string }[] = [];
  private readonly server: Server;
  private faults: (Fault | null)[] = [];

  private constructor(private readonly origin: string) {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { method = 'GET', url: path = '/', headers } = request;
        const key = headers['idempotency-key'];
        this.heard.push({ method, path, key: typeof key === 'string' ? key : undefined, body });
        const given = {
          authorization: headers.authorization,
          'content-type': headers['content-type'],
          'idempotency-key': key,
        };
        const sent = Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
        this.pass(response, path, { method, headers: sent, ...(body === '' ? {} : { body }) }).catch(() =>
          response.destroy(),
        );
      });
    });
  }

  static async before(baseUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(baseUrl).origin);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Faults of the next requests; null lets one pass. */
  play(...faults: (Fault | null)[]): void {
    this.heard.length = 0;
    this.faults = faults;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(response: ServerResponse, path: string, init: RequestInit): Promise<void> {
    const fault = this.faults.shift() ?? null;
    if (fault !== null && fault !== 'cut') {
      const envelope = { error: { code: fault.code, message: 'Later.', details: fault.details ?? {} } };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(JSON.stringify(envelope));
      return;
    }
    const reply = await fetch(`${this.origin}${path}`, init);
    const text = await reply.text();
    const length = String(Buffer.byteLength(text));
    const names = ['content-type', 'idempotent-replayed', 'retry-after', 'x-request-id'];
    const kept = names.flatMap((name) => (reply.headers.has(name) ? [[name, reply.headers.get(name) ?? '']] : []));
    response.writeHead(reply.status, { ...Object.fromEntries(kept), 'content-length': length });
    if (fault === null) return void response.end(text);
    // The service has done its work; half of its reply comes through.
    response.write(text.slice(0, text.length / 2));
    setTimeout(() => response.destroy(), 10);
  }
}
