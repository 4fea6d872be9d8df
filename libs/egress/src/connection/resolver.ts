import { Resolver as DnsClient } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks a name up as written: absolute, no search list. */
export interface Resolver {
  /**
   * All addresses of the name; an empty list when it has none.
   * @param host a name without a dot at its end
   * @param signal fires when the time to connect is over; the look-up may then stop, nobody waits for it
   * @throws anything: whatever is thrown makes the attempt fail with `dns`
   */
  resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]>;
}

/** Once one family has answered, how long the other may still take; many name servers never answer for AAAA. */
const otherFamilyMs = 1_000;

/** Asks the system's name servers (or those given, `address[:port]`) for A and AAAA; reads no hosts file. */
export class DnsResolver implements Resolver {
  constructor(private readonly servers?: readonly string[]) {}

  async resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    // A client of its own for each look-up, since cancelling cancels all that a client has under way.
    const client = new DnsClient();
    if (this.servers) client.setServers(this.servers);
    const cancel = (): void => client.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let patience: NodeJS.Timeout | undefined;
    const hurryOther = (addresses: string[]): string[] => {
      patience ??= setTimeout(cancel, otherFamilyMs);
      return addresses;
    };
    // The dot at the end makes the name absolute.
    const [v4, v6] = await Promise.allSettled([
      client.resolve4(`${host}.`).then(hurryOther),
      client.resolve6(`${host}.`).then(hurryOther),
    ]);
    clearTimeout(patience);
    signal.removeEventListener('abort', cancel);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  }
}

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
