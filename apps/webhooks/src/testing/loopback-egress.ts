import { DialTarget, Dialled, Dialer, Egress, ResolvedAddress, Resolver } from '@app/egress';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** A public address to which every name resolves; the dialer connects to loopback in its place. */
const publicAddress = '93.184.215.14';
const authority = join(__dirname, '../../../../libs/egress/fixtures/tls/authority.cert.pem');

const resolver: Resolver = {
  resolve: (): Promise<ResolvedAddress[]> => Promise.resolve([{ address: publicAddress, family: 4 }]),
};
const dialer: Dialer = {
  dial: ({ address, port }: DialTarget): Dialled => ({
    socket: connect({ host: '127.0.0.1', port }),
    peerAddress: () => address,
  }),
};

/** Production's address guard on the network of the specs: every name leads to the same port on loopback. */
export function loopbackEgress(): Egress {
  return new Egress({ resolver, dialer, authorities: { pem: [readFileSync(authority, 'utf8')] } });
}
