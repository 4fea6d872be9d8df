import { Authorities, DialTarget, Dialled, Dialer, Egress, ResolvedAddress, Resolver } from '@app/egress';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** The public address that stands for every receiver on loopback; the test certificates are made out to it too. */
const publicAddress = '93.184.215.14';

export const tlsFolder = join(workspaceRoot, 'libs/egress/fixtures/tls');

class FixedResolver implements Resolver {
  constructor(private readonly addressesOf: (host: string) => readonly string[]) {}

  async resolve(host: string): Promise<ResolvedAddress[]> {
    return this.addressesOf(host).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }
}

/** Connects to the same port on loopback, and says that it is connected to the address that was checked. */
class LoopbackDialer implements Dialer {
  dial({ address, port }: DialTarget): Dialled {
    return { socket: connect({ host: '127.0.0.1', port }), peerAddress: () => address };
  }
}

/**
 * The guard as it is in production, between a resolver, a dialer and an authority of tests.
 * @param addressesOf what a name resolves to; the public address of every receiver unless said
 */
export function testEgress(addressesOf: (host: string) => readonly string[] = () => [publicAddress]): Egress {
  const authorities: Authorities = { pem: [readFileSync(join(tlsFolder, 'authority.cert.pem'), 'utf8')] };
  return new Egress({ resolver: new FixedResolver(addressesOf), dialer: new LoopbackDialer(), authorities });
}
