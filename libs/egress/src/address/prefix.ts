import ipaddr from 'ipaddr.js';

/** A block of addresses: the network's bytes (4 or 16) and how many leading bits count. */
export interface Prefix {
  bytes: readonly number[];
  bits: number;
}

/** The block that a text such as `10.0.0.0/8` names. Throws for anything that is none: the tables are ours. */
export function prefixOf(cidr: string): Prefix {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return { bytes: network.toByteArray(), bits };
}

/**
 * The bytes of an address as written by a URL parser, a resolver or a socket, or undefined when the text is none.
 * Only the canonical spellings are read (no octal, hexadecimal or short forms, no zone id): whatever needs guessing is
 * not an address here. A mapped IPv4 address stays IPv6.
 */
export function bytesOf(ip: string): number[] | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip).toByteArray();
  if (!ip.includes('%') && ipaddr.IPv6.isValid(ip)) return ipaddr.IPv6.parse(ip).toByteArray();
  return undefined;
}

/** Whether an address of the same family lies in the block. */
export function isInside(address: readonly number[], { bytes, bits }: Prefix): boolean {
  if (address.length !== bytes.length) return false;
  const whole = bits >> 3;
  for (let i = 0; i < whole; i += 1) if (address[i] !== bytes[i]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((address[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}
