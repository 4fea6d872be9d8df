/**
 * What the sign-in page says of other ways in. The same for each address, whether or not it has an account.
 * @param mails whether links are mailed; undefined until an address is typed
 * @param isAsked a mailed link was asked for
 */
export function withoutPassword({ mails, isAsked }: { mails: boolean | undefined; isAsked: boolean }): string {
  if (mails === undefined) return 'Without a password, type your address: other ways in then stand here.';
  if (!mails)
    return 'No mail can be sent here. Without a password, ask an owner of your organization, or the operator of this service, for a link.';
  return isAsked
    ? 'If the address has an account, a link is on its way. It works once, within 15 minutes.'
    : 'Without a password, take a link by mail.';
}
