import { Resolver as DnsClient } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks names up as they are written: absolute, without a search list. */
export interface Resolver {
  /**
   * @returns all addresses of the name; an empty list when it has none
   * @param host a name without a dot at its end
   * @param signal aborts when the time to connect is over; the look-up may then stop
   * @throws any error, with which the attempt fails as `dns`
   */
  resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]>;
}

/** How long the second family may take after the first has answered. Many name servers never answer for AAAA. */
const otherFamilyMs = 1_000;

/** Asks the system's name servers, or those given as `address[:port]`, for A and AAAA. It reads no hosts file. */
export class DnsResolver implements Resolver {
  constructor(private readonly servers?: readonly string[]) {}

  async resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    // Each look-up has its own client, since cancelling ends all look-ups of a client.
    const client = new DnsClient();
    if (this.servers) client.setServers(this.servers);
    const cancel = (): void => client.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const limitOther = (addresses: string[]): string[] => {
      timer ??= setTimeout(cancel, otherFamilyMs);
      return addresses;
    };
    // A dot at the end makes the name absolute.
    const [v4, v6] = await Promise.allSettled([
      client.resolve4(`${host}.`).then(limitOther),
      client.resolve6(`${host}.`).then(limitOther),
    ]);
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  }
}

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
