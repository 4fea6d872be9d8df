import { IncomingMessage, ServerResponse } from 'node:http';
import { Server, createServer } from 'node:https';
import { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CertificateKind, certificateOf } from './certificate.fake';

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  sni: string | false | null;
}

export type Script = (response: ServerResponse, received: Received) => void;

/** A webhook receiver on loopback over real TLS. It answers by script and keeps the requests that it received. */
export class Receiver {
  readonly received: Received[] = [];
  tcpConnections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(
    public script: Script = (response) => response.end('ok'),
    kind: CertificateKind = 'valid',
  ) {
    this.server = createServer(certificateOf(kind), (request, response) => this.receive(request, response));
    this.server.on('connection', (socket: Socket) => {
      this.tcpConnections += 1;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        sni: request.socket instanceof TLSSocket ? (request.socket.servername ?? null) : null,
      };
      this.received.push(received);
      this.script(response, received);
    });
  }
}
