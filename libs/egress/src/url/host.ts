import { isIP } from 'node:net';
import { classify } from '../address/address';

// The three of [SSRF-01], localhost, and names that are private by registry or by convention (docs/contract.md#addresses).
const privateSuffixes = [
  'internal',
  'local',
  'home.arpa',
  'localhost',
  'lan',
  'corp',
  'home',
  'intranet',
  'private',
  'localdomain',
  'invalid',
  'onion',
  'alt',
  'test',
  'in-addr.arpa',
  'ip6.arpa',
] as const;

const maxNameOctets = 253;
const maxLabelOctets = 63;

/** Why a host may not receive webhooks: it is no host name, or it is private. */
export type HostFault = { reason: 'bad_url' | 'blocked_host'; message: string };

/** A host of the WHATWG parser without the brackets of IPv6 and without one dot at its end. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * The fault of a host, if it has one. It is not looked up.
 * @param host a host after the WHATWG parser (lower case, punycode, IPv4 in four decimal parts) and `bareHost`
 * @see docs/contract.md#addresses [SSRF-01]
 */
export function hostFault(host: string): HostFault | undefined {
  if (isIP(host)) {
    return classify(host) === 'public'
      ? undefined
      : blocked('The address of the host is not public; use a public address.');
  }
  const labels = host.split('.');
  if (labels.includes('')) return bad('The host has an empty label; remove the extra dot.');
  if (labels.length === 1) return blocked('The host has no dot, so it is a private name; use a public name.');
  if (host.length > maxNameOctets) return bad(`The host is longer than ${maxNameOctets} octets; use a shorter one.`);
  if (labels.some((label) => label.length > maxLabelOctets)) {
    return bad(`A label of the host is longer than ${maxLabelOctets} octets; use a shorter one.`);
  }
  if (!labels.every((label) => /^[a-z0-9_-]+$/.test(label))) {
    return bad('The host may contain letters, digits, hyphens, underscores and dots only.');
  }
  const suffix = privateSuffixes.find((name) => host === name || host.endsWith(`.${name}`));
  return suffix === undefined ? undefined : blocked(`Names under \`.${suffix}\` are private; use a public name.`);
}

const bad = (message: string): HostFault => ({ reason: 'bad_url', message });
const blocked = (message: string): HostFault => ({ reason: 'blocked_host', message });
