/** What a library says that stopped waiting, or was sent something that is no reply of OpenID Connect. */
const codes = [
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
];

/** What `fetch` says of a connection that was not made, or ended before the reply did. */
const brokenOff = ['fetch failed', 'terminated'];

/**
 * Whether a failed request to a provider says that the provider does not work, and not that it refuses: `fetch` failed, a
 * limit of `providerFetch` ended it, or the document, the keys or the reply with tokens are an error.
 */
export function isOutage(error: unknown): boolean {
  const { name, code, cause } = error as Error & { code?: string };
  return (
    ['ProviderFailure', 'TimeoutError', 'AbortError'].includes(name) ||
    (name === 'TypeError' && brokenOff.includes((error as Error).message)) ||
    codes.includes(code ?? '') ||
    (typeof cause === 'object' && cause !== null && isOutage(cause))
  );
}
