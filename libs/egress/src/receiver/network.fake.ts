import { Socket, connect } from 'node:net';
import { DialTarget, Dialled, Dialer } from '../connection/dialer';
import { ResolvedAddress, Resolver } from '../connection/resolver';

/** A public address; the dialer connects to loopback in its place. */
export const publicAddress = '93.184.215.14';

export const answerOf = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 });

/** A resolver whose answers are a function of the name and of the number of look-ups before. */
export class FakeResolver implements Resolver {
  readonly asked: string[] = [];
  constructor(private readonly answer: (host: string, lookup: number) => string[] | Promise<string[]>) {}

  async resolve(host: string): Promise<ResolvedAddress[]> {
    this.asked.push(host);
    return (await this.answer(host, this.asked.length - 1)).map(answerOf);
  }
}

/** Connects every address to a port on loopback, and reports the requested address as the peer. */
export class LoopbackDialer implements Dialer {
  readonly dials: DialTarget[] = [];
  readonly sockets: Socket[] = [];
  constructor(private readonly portOf: (target: DialTarget) => number) {}

  dial(target: DialTarget): Dialled {
    this.dials.push(target);
    const socket = connect({ host: '127.0.0.1', port: this.portOf(target) });
    this.sockets.push(socket);
    return { socket, peerAddress: () => target.address };
  }
}
