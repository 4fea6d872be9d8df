import { DialTarget, Dialled, Dialer, Egress, ResolvedAddress, Resolver } from '@app/egress';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** A public address that stands for receivers on loopback. */
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

/** Production's guard with the network of specs: every name leads to the same port on loopback. */
export function loopbackEgress(): Egress {
  return new Egress({ resolver, dialer, authorities: { pem: [readFileSync(authority, 'utf8')] } });
}
