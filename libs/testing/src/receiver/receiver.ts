import { WebhookEvent, verifyWebhook } from '@app/sdk';
import { readFileSync } from 'node:fs';
import { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Server, createServer } from 'node:https';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  /** Exactly what was sent. */
  body: Buffer;
  /** The address that the connection came from, as the receiver sees it. */
  from: string;
}

/** A webhook receiver: real TLS on loopback, reached by the services of a stack under a public-looking name. */
export class WebhookReceiver {
  readonly deliveries: Delivery[] = [];

  private constructor(
    private readonly server: Server,
    /** Such as `https://hooks.example.com:40123`. */
    readonly origin: string,
  ) {}

  /** @param certificate `wrong-name` is another host's; only `valid` is one that a delivery accepts */
  static async open(
    answer: (response: ServerResponse, delivery: Delivery) => void = (response) => response.end('ok'),
    certificate: 'valid' | 'expired' | 'wrong-name' | 'self-signed' = 'valid',
  ): Promise<WebhookReceiver> {
    const pem = (name: string) => readFileSync(join(workspaceRoot, 'libs/egress/fixtures/tls', name), 'utf8');
    const server = createServer({ cert: pem(`${certificate}.cert.pem`), key: pem(`${certificate}.key.pem`) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(server, `https://hooks.example.com:${port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers, socket } = request;
        const delivery = { path, headers, body: Buffer.concat(chunks), from: socket.remoteAddress ?? '' };
        receiver.deliveries.push(delivery);
        answer(response, delivery);
      });
    });
    return receiver;
  }

  /** The events of the deliveries, each checked as a receiver would; throws at the first that does not verify. */
  events(secret: string | readonly string[], nowMs?: number): WebhookEvent[] {
    return this.deliveries.map(({ headers, body }) => verifyWebhook({ payload: body, headers, secret, nowMs }));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
