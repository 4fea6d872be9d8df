import { Socket, connect } from 'node:net';
import { ResolvedAddress } from './resolver';

export interface DialTarget extends ResolvedAddress {
  port: number;
}

export interface Dialled {
  /** A TCP socket that is connecting. */
  socket: Socket;
  /** The address at the other end, once connected. */
  peerAddress(): string | undefined;
}

/** Opens TCP connections to checked addresses. It never looks a name up. */
export interface Dialer {
  dial(target: DialTarget): Dialled;
}

export class TcpDialer implements Dialer {
  dial({ address, family, port }: DialTarget): Dialled {
    const socket = connect({ host: address, family, port, noDelay: true });
    return { socket, peerAddress: () => socket.remoteAddress };
  }
}
