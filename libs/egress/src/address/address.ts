import { LRUCache } from 'lru-cache';
import { Prefix, bytesOf, isInside, prefixOf } from './prefix';

/** The kind of an address. Webhooks may connect to `public` only. `unreadable` is a text that is no address. */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'carrier_nat'
  | 'link_local'
  | 'multicast'
  | 'embeds_ipv4'
  | 'documentation'
  | 'reserved'
  | 'unreadable';

// IANA's special-purpose registries, the multicast blocks, and addresses that are private in practice. Blocks that IANA
// marks globally reachable are here too: no webhook receiver is in a relay, AS112 or a protocol assignment.
const blocked: readonly (readonly [AddressKind, readonly string[]])[] = [
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  // 168.63.129.16 is a cloud's platform address inside public space.
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '168.63.129.16/32', 'fc00::/7', 'fec0::/10']],
  ['carrier_nat', ['100.64.0.0/10']],
  ['link_local', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'embeds_ipv4',
    // Compatible, mapped, translated, NAT64 well known and local, Teredo, 6to4: refused whatever address they embed.
    ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
  ],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20']],
  [
    'reserved',
    [
      '192.0.0.0/24',
      '192.31.196.0/24',
      '192.52.193.0/24',
      '192.88.99.0/24',
      '192.175.48.0/24',
      '198.18.0.0/15',
      '240.0.0.0/4',
      '100::/64',
      '100:0:0:1::/64',
      '2001::/23',
      '2620:4f:8000::/48',
      '5f00::/16',
    ],
  ],
];

const table: readonly (readonly [AddressKind, Prefix])[] = blocked.flatMap(([kind, cidrs]) =>
  cidrs.map((cidr) => [kind, prefixOf(cidr)] as const),
);
// IANA allocates global unicast addresses from this block; the rest of IPv6 is unallocated and refused.
const globalUnicast = prefixOf('2000::/3');

/**
 * The kind of an address. IPv4 is public outside the table, IPv6 only inside `2000::/3` and outside the table.
 * @param ip four decimal parts, or IPv6 text without brackets and zone
 * @see docs/requirements.md#ssrf---address-safety; IANA IPv4 and IPv6 Special-Purpose Address Registries
 */
export function classify(ip: string): AddressKind {
  const known = classified.get(ip);
  if (known) return known;
  const kind = kindOf(ip);
  classified.set(ip, kind);
  return kind;
}

// The kind of an address never changes within a release, and each attempt classifies the addresses of its host.
const classified = new LRUCache<string, AddressKind>({ max: 10_000 });

function kindOf(ip: string): AddressKind {
  const bytes = bytesOf(ip);
  if (!bytes) return 'unreadable';
  const special = table.find(([, prefix]) => isInside(bytes, prefix));
  if (special) return special[0];
  return bytes.length === 4 || isInside(bytes, globalUnicast) ? 'public' : 'reserved';
}

/** Whether two texts are the same address; false when either is none. */
export function isSameAddress(a: string | undefined, b: string): boolean {
  const [left, right] = [bytesOf(a ?? ''), bytesOf(b)];
  return left !== undefined && right !== undefined && left.join() === right.join();
}
