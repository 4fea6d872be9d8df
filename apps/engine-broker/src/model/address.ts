import { Resolver, checkUrl, classify } from '@app/egress';
import { invalid } from '@app/problem';
import { isIP } from 'node:net';

/** Longest time for the look-up of a name that is saved. */
const lookupMs = 3_000;

/** An address and its query, apart. */
export interface Address {
  /** Without query, fragment and a slash at its end. */
  base: string;
  query: Record<string, string>;
}

/**
 * Reads the address of a server, whose own path of requests may stand at its end, as vendors print it.
 * @param path of the provider's requests, such as `/v1/chat/completions`
 * @throws Problem `invalid_request`, reason `bad_url`
 */
export function readAddress(raw: string, path: string): Address {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  const bad = (message: string) => invalid('bad_url', '/base_url', message);
  if (url === null || !/^https?:$/.test(url.protocol) || /[\s\\]|\p{Cc}/u.test(raw))
    throw bad('`base_url` must be an https address, such as https://api.example.com.');
  if (url.username !== '' || url.password !== '')
    throw bad('`base_url` must not contain credentials; put them into `key`.');
  if (url.hash !== '') throw bad('`base_url` must not have a part after `#`: no request carries it.');
  const query = Object.fromEntries(url.searchParams);
  const own = path.split('/').slice(1);
  const given = url.pathname.replace(/\/+$/, '').split('/');
  // The longest beginning of the provider's path that the address ends with.
  for (let length = own.length; length > 0; length -= 1) {
    if (given.slice(-length).join('/') !== own.slice(0, length).join('/')) continue;
    given.splice(-length);
    break;
  }
  return { base: url.origin + given.join('/'), query };
}

/**
 * Checks that a model may be reached at an address, without looking its name up.
 * @throws Problem `invalid_request`, reason `blocked_host` or `bad_url`
 */
export function assertReachable(base: string, allowsPrivate: boolean): void {
  if (allowsPrivate) return;
  if (base.startsWith('http:'))
    throw blocked('Plain http is refused here; use https, or have the operator set MODELS_PRIVATE_ADDRESSES.');
  checkUrl(base, '/base_url');
}

/**
 * Checks the addresses of a name as it is saved; each connection checks them again. A name that is not found is no fault of
 * safety: a try says that it cannot be reached.
 * @throws Problem `invalid_request`, reason `blocked_host`
 */
export async function assertPublicName(base: string, resolver: Resolver): Promise<void> {
  const host = new URL(base).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return;
  const found = await resolver.resolve(host, AbortSignal.timeout(lookupMs)).catch(() => []);
  if (found.some(({ address }) => classify(address) !== 'public'))
    throw blocked(
      `\`${host}\` has an address that is not public; use another, or have the operator set MODELS_PRIVATE_ADDRESSES.`,
    );
}

/** Whether a server is of this machine or a network of ours. */
export function isPrivateHost(base: string): boolean {
  try {
    checkUrl(base.replace(/^http:/, 'https:').replace(/:\d+(?=\/|$)/, ''));
    return false;
  } catch {
    return true;
  }
}

function blocked(message: string) {
  return invalid('blocked_host', '/base_url', message);
}
