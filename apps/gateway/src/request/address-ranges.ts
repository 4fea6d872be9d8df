import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/**
 * Checks a setting that lists network addresses.
 * @returns the list
 * @throws Error naming the first entry that is neither an address nor a CIDR range
 */
export function checkAddressRanges(value: unknown): readonly string[] {
  const sentence = 'must be a JSON array of addresses and CIDR ranges such as ["203.0.113.7", "2001:db8::/64"]';
  if (!Array.isArray(value)) throw new Error(sentence);
  return value.map((entry: unknown) => {
    if (typeof entry === 'string' && isAddressOrRange(entry)) return entry;
    throw new Error(`${sentence}; ${JSON.stringify(entry)} is neither`);
  });
}

/** `isIP` is needed because ipaddr.js also accepts `7` and `10.1/8`. */
function isAddressOrRange(text: string): boolean {
  const [address] = text.split('/');
  return isIP(address) !== 0 && (text === address || ipaddr.isValidCIDR(text));
}
