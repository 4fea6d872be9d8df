import { providerFetch } from './provider-fetch';

const documentPath = '/.well-known/openid-configuration';
/** An issuer that this service takes is no longer. */
const maxLength = 500;

/** What a provider's document calls its issuer, or why that was not read. */
export type DocumentIssuer = { issuer: string } | { problem: string };

/**
 * Reads how a provider names itself, with one request of the bounds of `providerFetch`. An operator may set a provider before
 * it can be reached, so a failure is an answer.
 * @param issuer the provider's address
 */
export async function readDocumentIssuerOf(issuer: string, fetch = providerFetch(issuer)): Promise<DocumentIssuer> {
  const address = issuer.includes('/.well-known/') ? issuer : `${issuer.replace(/\/$/, '')}${documentPath}`;
  try {
    const reply = await fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
    if (reply.status !== 200) return { problem: `${address} answers ${reply.status}` };
    const { issuer: named } = Object(JSON.parse(await reply.text())) as { issuer?: unknown };
    if (typeof named === 'string' && named.length <= maxLength && !/\p{C}/u.test(named)) return { issuer: named };
    return { problem: `${address} names no issuer` };
  } catch (error) {
    return { problem: error instanceof SyntaxError ? `${address} is no JSON` : `${address}: ${reasonOf(error)}` };
  }
}

/** The innermost cause, where a system's code such as `ECONNREFUSED` is. */
function reasonOf(error: unknown): string {
  const { cause, code, name, message } = error as Error & { code?: string };
  return cause === undefined ? (code ?? (message || name)) : reasonOf(cause);
}
