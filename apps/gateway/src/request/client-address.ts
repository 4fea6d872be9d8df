import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';

/** Where a connection comes from, and what its request says of the way. */
interface Hops {
  remoteAddress: string | undefined;
  /** `X-Forwarded-For`: each proxy appends the address that it was asked from. */
  forwardedFor: string | string[] | undefined;
}

/** Finds the network address of a client behind the proxies that the operator named. */
export class ClientAddresses {
  private readonly proxies = new BlockList();

  /** @param trusted addresses and CIDR ranges of the proxies */
  constructor(private readonly trusted: readonly string[]) {
    for (const entry of trusted) {
      const [address, bits] = entry.split('/');
      const family = familyOf(address);
      if (bits === undefined) this.proxies.addAddress(address, family);
      else this.proxies.addSubnet(address, Number(bits), family);
    }
  }

  /**
   * The address that no named proxy has. A client may write any addresses into the header, but those only stand before the
   * one that the first proxy appended.
   * @returns an IPv4 address, or the /64 network of an IPv6 address, whose addresses all belong to one client; null when
   * nobody vouches for an address: no proxy is named, or one that is appended none
   */
  of({ remoteAddress, forwardedFor }: Hops): string | null {
    if (this.trusted.length === 0) return null;
    const appended = [forwardedFor ?? []].flat().join(',').split(',').filter(Boolean);
    const hops = [...appended.map((hop) => withoutPort(hop.trim())), remoteAddress ?? ''];
    const client = hops.findLast((hop) => !this.isProxy(hop));
    return client !== undefined && isIP(client) !== 0 ? networkOf(client) : null;
  }

  private isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.proxies.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Some proxies append the client's port: `203.0.113.7:5012`, `[2001:db8::7]:5012`. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}

function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`;
}
