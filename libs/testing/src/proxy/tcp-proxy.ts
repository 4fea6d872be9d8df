import { AddressInfo, Server, Socket, connect, createServer } from 'node:net';

/** One connection through the proxy. */
export interface ProxiedConnection {
  client: Socket;
  server: Socket;
}

/**
 * A TCP proxy that can stop forwarding, as a network does that drops every packet: connections stay open and nothing
 * comes through. It stands between a client and a server of a spec.
 */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private frozen = false;

  protected constructor(
    private readonly server: Server,
    private target: URL,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /** @param target address of the server, with host and port */
  static async open(target: string): Promise<TcpProxy> {
    return new TcpProxy(await TcpProxy.listen(), new URL(target));
  }

  protected static async listen(): Promise<Server> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** The target's address by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** From now on nothing comes through, on connections of before and on new ones. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** New connections work again; those of before the freeze stay silent, as they do behind a failed-over address. */
  thaw(): void {
    this.frozen = false;
  }

  /** Leads to another server from now on, as a virtual address does that moved; connections of before are cut. */
  moveTo(port: number): void {
    this.target = new URL(this.target);
    this.target.port = String(port);
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Passes on what the client sent. */
  protected fromClient({ server }: ProxiedConnection, bytes: Buffer): void {
    server.write(bytes);
  }

  /** Passes on what the server answered. */
  protected fromServer({ client }: ProxiedConnection, bytes: Buffer): void {
    client.write(bytes);
  }

  private join(client: Socket): void {
    const connection = { client, server: connect(Number(this.target.port), this.target.hostname) };
    this.forward(client, connection.server, (bytes) => this.fromClient(connection, bytes));
    this.forward(connection.server, client, (bytes) => this.fromServer(connection, bytes));
  }

  private forward(from: Socket, to: Socket, pass: (bytes: Buffer) => void): void {
    this.sockets.add(from);
    // Bytes go by hand: `pipe` would set a paused socket going again.
    from.on('data', pass);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.frozen) from.pause();
  }
}
