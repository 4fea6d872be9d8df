/** What the sign-in page says when an organization's provider signed nobody in. */
const sentences: Readonly<Record<string, string>> = {
  expired: 'The sign-in took too long, or began in another browser. Begin again here.',
  refused: 'Your provider did not confirm the sign-in. Begin again, or ask your administrator.',
  unverified:
    'Your provider does not vouch for an address of your organization, and nobody invited yours. Ask your administrator.',
  address_not_verified:
    'Your provider says that your address is not verified. Verify it there, or ask your administrator, and begin again.',
  other_organization: 'Your address has an account in another organization. Sign in as before, or ask the operator.',
  no_role: 'No group of yours has a role here. Ask your administrator for one.',
  unavailable: 'Your provider does not answer. Try again in a moment.',
  unknown_provider: 'This provider is no longer set up here. Type your address to see the one that is.',
  busy: 'Many people sign in at this moment. Try again in a few seconds.',
};

/** @param search the query of the page's address @returns null when it names no refusal that we know */
export function providerRefusal(search: string): string | null {
  const reason = new URLSearchParams(search).get('sign_in');
  return reason !== null && Object.hasOwn(sentences, reason) ? sentences[reason] : null;
}

/**
 * The address that leads a browser to a provider, and afterwards back to a page of ours.
 * @param isAgain the provider shall have the person prove anew who they are, though it knows the browser
 */
export function providerAddress(
  id: string,
  page: { pathname: string; search: string; hash: string },
  isAgain = false,
): string {
  const query = new URLSearchParams(page.search);
  query.delete('sign_in');
  const search = query.size > 0 ? `?${query}` : '';
  const asked = new URLSearchParams({
    return_to: `${page.pathname}${search}${page.hash}`,
    ...(isAgain && { again: 'true' }),
  });
  return `/v1/sign-in/oidc/${encodeURIComponent(id)}?${asked}`;
}
