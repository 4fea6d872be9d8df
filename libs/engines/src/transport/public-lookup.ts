import { DnsResolver, classify } from '@app/egress';
import type { LookupFunction } from 'node:net';

/** Longest time for one look-up. */
const lookupMs = 5_000;

/** Connecting was refused: an address of the host is not public. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  readonly code = 'private_address';
}

/**
 * Looks names up for a connection, which goes to the addresses that were checked: a name cannot change between check and
 * connection. Node looks no literal address up, so the caller checks those.
 * @returns what `connect` of `node:net` takes as `lookup`; it fails with `PrivateAddress` when one address is not public
 */
export function publicLookup(resolver: Pick<DnsResolver, 'resolve'> = new DnsResolver()): LookupFunction {
  return (host, { all }, done) => {
    resolver.resolve(host, AbortSignal.timeout(lookupMs)).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => classify(address) === 'public'))
          done(new PrivateAddress('an address of the host is not public'), []);
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}
