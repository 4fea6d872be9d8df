import { ConnectionOptions, NatsConnection, connect } from 'nats';
import { setTransportFactory } from 'nats/lib/nats-base-client/internal_mod';
import { NodeTransport, nodeResolveHost } from 'nats/lib/src/node_transport';

/**
 * A transport that stays closed once the client has given it up.
 *
 * The client gives a transport up when the server does not greet it in time, and leaves its socket open (nats.js issue 64).
 * A server that stood still greets such sockets when it goes on, and closes them two seconds later. The client takes that
 * for the end of the connection in use and opens another beside it. The server spreads requests over both, and replies to
 * those of the first are refused on the second.
 */
class ClosedWhenGivenUp extends NodeTransport {
  private isGivenUp = false;

  override async connect(...address: Parameters<NodeTransport['connect']>): Promise<void> {
    await super.connect(...address);
    if (this.isGivenUp) this.forget();
  }

  override close(error?: Error): Promise<void> {
    if (this.connected) return super.close(error);
    this.isGivenUp = true;
    this.forget();
    return Promise.resolve();
  }

  /** Closes the socket; nobody hears of it, since the client uses another transport. */
  private forget(): void {
    this.done = true;
    // There is no socket before the server accepts it; `connect` closes it then.
    const socket = this.socket as NodeTransport['socket'] | undefined;
    if (this.connected) socket?.removeAllListeners();
    socket?.destroy();
  }
}

/** Connects to NATS as the client does, with transports that stay closed once they are given up. */
export function connectSafely(options: ConnectionOptions): Promise<NatsConnection> {
  const connecting = connect(options);
  // The client sets its own transports at the beginning of `connect`; it makes the first after that.
  setTransportFactory({ factory: () => new ClosedWhenGivenUp(), dnsResolveFn: nodeResolveHost });
  return connecting;
}
