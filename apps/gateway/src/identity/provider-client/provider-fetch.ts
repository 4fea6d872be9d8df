import { DnsResolver, classify } from '@app/egress';
import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import { isLoopback } from '../session/session-cookie';

/** Time for one request to a provider, from the look-up of its name to the last byte of the reply. */
const timeoutMs = 5_000;
/** Longer than any discovery document, key set or reply with tokens. */
const maxBytes = 256 * 1024;

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** A request to a provider that was not sent, or whose reply was not read whole. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/**
 * Sends requests to one provider. The operator named the issuer, so its own host may have any address; every other host
 * that the provider's document names must have public addresses only, which are those that are connected to. Redirects are
 * not followed.
 * @param issuer the provider's address; `http:` is for this machine alone
 */
export function providerFetch(
  issuer: string,
  limits = { timeoutMs, maxBytes },
  resolver: Pick<DnsResolver, 'resolve'> = new DnsResolver(),
) {
  const own = new URL(issuer);
  const publicOnly = new Agent({
    connect: {
      lookup: (host, _options, done) => {
        resolver.resolve(host, AbortSignal.timeout(limits.timeoutMs)).then(
          (found) => {
            const isPublic = found.length > 0 && found.every(({ address }) => classify(address) === 'public');
            if (isPublic) done(null, found);
            else done(new ProviderFailure('a host of the provider has an address that is not public'), []);
          },
          (error: Error) => done(error, []),
        );
      },
    },
  });
  return async (address: string, { method, headers, body }: Sent): Promise<Response> => {
    const url = new URL(address);
    assertAllowed(url, own);
    const reply = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      body: body === undefined || body === null ? undefined : String(body as string | URLSearchParams),
      dispatcher: url.hostname === own.hostname ? undefined : publicOnly,
      signal: AbortSignal.timeout(limits.timeoutMs),
    });
    const bytes = await readBounded(reply.body, limits.maxBytes);
    const { status } = reply;
    const hasBody = status >= 200 && ![204, 205, 304].includes(status);
    const type = reply.headers.get('content-type');
    return new Response(hasBody ? bytes : null, { status, headers: type === null ? {} : { 'content-type': type } });
  };
}

/** @throws ProviderFailure for a request that would go unencrypted over a network, or to a literal address of a network of ours */
function assertAllowed(url: URL, own: URL): void {
  const isLocal = isLoopback(own.hostname) && url.hostname === own.hostname;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new ProviderFailure('the provider names an address that is not https://');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (url.hostname !== own.hostname && isIP(literal) && classify(literal) !== 'public')
    throw new ProviderFailure('a host of the provider has an address that is not public');
}

async function readBounded(body: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    if (length > most) throw new ProviderFailure(`a reply of the provider is longer than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
