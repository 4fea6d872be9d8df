import { DialTarget, Dialled, Dialer, Egress, ResolvedAddress, Resolver } from '@app/egress';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** A public address to which names resolve; the dialer connects to loopback in its place. */
export const publicAddress = '93.184.215.14';
const authority = join(__dirname, '../../../../libs/egress/fixtures/tls/authority.cert.pem');

const dialer: Dialer = {
  dial: ({ address, port }: DialTarget): Dialled => ({
    socket: connect({ host: '127.0.0.1', port }),
    peerAddress: () => address,
  }),
};

/**
 * Production's address guard on the network of the specs: every name leads to the same port on loopback.
 * @param addressesOf what a name resolves to now; throws while names cannot be resolved
 */
export function loopbackEgress(addressesOf: (host: string) => readonly string[] = () => [publicAddress]): Egress {
  const resolver: Resolver = {
    resolve: async (host): Promise<ResolvedAddress[]> => addressesOf(host).map((address) => ({ address, family: 4 })),
  };
  return new Egress({ resolver, dialer, authorities: { pem: [readFileSync(authority, 'utf8')] } });
}
