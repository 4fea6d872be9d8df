import ipaddr from 'ipaddr.js';

/** A block of addresses: the network's bytes (4 or 16) and how many leading bits count. */
export interface Prefix {
  bytes: readonly number[];
  bits: number;
}

/** The block of a text such as `10.0.0.0/8`. @throws Error for other text, which would be a defect of our tables */
export function prefixOf(cidr: string): Prefix {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return { bytes: network.toByteArray(), bits };
}

/**
 * The bytes of an address as a URL parser, a resolver or a socket writes it; undefined for any other text. It reads
 * canonical spellings only: no octal, hexadecimal or short forms and no zone id. A mapped IPv4 address stays IPv6.
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
