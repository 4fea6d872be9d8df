import { Socket, connect } from 'node:net';
import { DialTarget, Dialled, Dialer } from '../connection/dialer';
import { ResolvedAddress, Resolver } from '../connection/resolver';

/** A public address that stands for the receiver on loopback. */
export const publicAddress = '93.184.215.14';

export const answerOf = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 });

/** Answers by a function of the name and of how many look-ups came before. */
export class FakeResolver implements Resolver {
  readonly asked: string[] = [];
  constructor(private readonly answer: (host: string, lookup: number) => string[] | Promise<string[]>) {}

  async resolve(host: string): Promise<ResolvedAddress[]> {
    this.asked.push(host);
    return (await this.answer(host, this.asked.length - 1)).map(answerOf);
  }
}

/** Connects every address to a port on loopback and says it is connected to the address that was asked for. */
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
