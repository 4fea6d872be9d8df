/** What the sign-in page says when an organization's provider signed nobody in. */
const sentences: Readonly<Record<string, string>> = {
  expired: 'The sign-in took too long, or started in another browser. Start again here.',
  refused: 'Your provider did not confirm the sign-in. Try again, or ask your administrator.',
  unverified:
    'Your provider did not confirm an address of your organization, and you have no invitation. Ask your administrator.',
  address_not_verified:
    'Your provider says that your address is not verified. Verify it there, or ask your administrator, then try again.',
  other_organization: 'Your address has an account in another organization. Sign in as before, or ask the operator.',
  no_role: 'None of your groups has a role here. Ask your administrator for one.',
  unavailable: 'Your provider is not responding. Try again in a moment.',
  unknown_provider: 'This provider is no longer set up here. Enter your email address to see the current one.',
  busy: 'Too many sign-ins right now. Try again in a few seconds.',
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
