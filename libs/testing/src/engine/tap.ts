import { IncomingMessage, Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { Agent, request as send } from 'undici';

/** One question that reached the engine, with the context that it was asked about. */
export interface TappedAsk {
  n: number;
  path: string;
  /** Body as sent, without the key. */
  body: string;
  status: number | null;
}

/** Stands between the broker and the simulator, keeps exactly what was sent, and can hold answers back. */
export class EngineTap {
  private readonly asks: TappedAsk[] = [];
  private held: (() => void)[] | undefined;
  private readonly agent = new Agent({ connections: 256 });

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly target: string,
  ) {}

  /** @param target address of the simulator */
  static async open(target: string): Promise<EngineTap> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tap = new EngineTap(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, target);
    server.on('request', (request, response) => {
      tap.serve(request).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        () => response.destroy(), // the simulator broke the connection by plan, so do we
      );
    });
    return tap;
  }

  async close(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    await this.agent.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Lets answers through that were held back. */
  release(): void {
    const waiting = this.held ?? [];
    this.held = undefined;
    for (const go of waiting) go();
  }

  private async serve(request: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '/';
    const json = { 'content-type': 'application/json' };
    if (path.startsWith('/__tap/'))
      return { status: 200, headers: json, body: JSON.stringify(this.control(path, body)) };
    const ask: TappedAsk = { n: this.asks.length + 1, path, body: body.toString('utf8'), status: null };
    if (!path.startsWith('/__sim/')) this.asks.push(ask);
    if (this.held && !path.startsWith('/__sim/')) await new Promise<void>((go) => this.held?.push(go));
    const { host: _host, connection: _connection, 'transfer-encoding': _chunked, ...headers } = request.headers;
    const reply = await send(`${this.target}${path}`, {
      method: request.method as 'GET' | 'POST' | 'PUT',
      headers,
      body: body.length > 0 ? body : null,
      dispatcher: this.agent,
    });
    const answer = Buffer.from(await reply.body.arrayBuffer());
    ask.status = reply.statusCode;
    const { connection: _c, 'transfer-encoding': _t, 'keep-alive': _k, ...kept } = reply.headers;
    return { status: reply.statusCode, headers: kept, body: answer };
  }

  private control(path: string, body: Buffer): unknown {
    if (path === '/__tap/hold') this.held ??= [];
    if (path === '/__tap/release') this.release();
    if (path !== '/__tap/asks') return {};
    const { after = 0, text = '' } = JSON.parse(body.toString('utf8') || '{}') as { after?: number; text?: string };
    return this.asks.filter(({ n, body: sent }) => n > after && sent.includes(text));
  }
}
