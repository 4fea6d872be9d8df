/**
 * What the sign-in page says of other ways in. The same for each address, whether or not it has an account.
 * @param mails whether links are mailed; undefined until an address is typed
 * @param isAsked a mailed link was asked for
 */
export function withoutPassword({ mails, isAsked }: { mails: boolean | undefined; isAsked: boolean }): string {
  if (mails === undefined) return 'No password? Enter your email address to see other ways to sign in.';
  if (!mails)
    return 'No password? Email is not set up on this service: ask an owner of your organization or its operator for a link.';
  return isAsked
    ? 'If the address has an account, we sent a link to it. It works once, within 15 minutes.'
    : 'No password? Get a sign-in link by email.';
}
