import { Problem } from '@app/problem';
import { isLoopback } from './session-cookie';

/** What a browser says of the page that sends a request. */
interface Sent {
  method: string;
  headers: { origin?: string; 'sec-fetch-site'?: string | string[] };
  /** Port of this process that received it. */
  localPort: number | undefined;
}

const reads = new Set(['GET', 'HEAD']);

/**
 * Checks that a page of this service sends the request: a write must name our origin, and no request may come from another
 * site or host, because a read may judge, which costs money. `Host` is never asked: a name that an attacker points here
 * (DNS rebinding) would be in it.
 * @throws Problem `forbidden`, reason `foreign_origin`
 */
export function assertOwnOrigin(publicUrl: string, { method, headers, localPort }: Sent): void {
  const site = headers['sec-fetch-site'];
  const isForeignSite = site === 'cross-site' || site === 'same-site';
  if (isForeignSite || (!reads.has(method) && !isOwnOrigin(publicUrl, headers.origin, localPort)))
    throw new Problem(
      'forbidden',
      `A request with a session must come from a page of this service: its \`Origin\` must be that of ${publicUrl}. Programs send an API key instead.`,
      { reason: 'foreign_origin' },
    );
}

function isOwnOrigin(publicUrl: string, origin: string | undefined, localPort: number | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const ours = new URL(publicUrl);
  if (origin === ours.origin) return true;
  const { protocol, hostname, port } = new URL(origin);
  // A local installation answers to every name of this machine, at the port on which it listens.
  return (
    isLoopback(ours.hostname) && isLoopback(hostname) && protocol === 'http:' && (port || '80') === String(localPort)
  );
}
