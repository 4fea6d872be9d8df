import { MailContent } from './mail';
import { composed } from './mail-content';

export const linkSubject = 'Sign in to the Judgment Service';
export const addressLinkSubject = 'Your new address at the Judgment Service';

/** The mail with a link that signs a person in once. */
export function linkContent(address: string): MailContent {
  return composed(linkSubject, [
    { line: 'Open this address to sign in. It works once, within 15 minutes.' },
    { facts: [['Sign in', address, address]] },
    { line: 'If you did not ask for it, do nothing: nobody is signed in without it.' },
  ]);
}

/** @param organization its name */
export function invitationSubject(organization: string): string {
  return `Your invitation to ${organization} at the Judgment Service`;
}

/** The mail with the link of an invitation. */
export function invitationContent(subject: string, address: string): MailContent {
  return composed(subject, [
    { line: 'Open this address to accept the invitation and to sign in. It works once, within 7 days.' },
    { facts: [['Accept', address, address]] },
    { line: 'If you do not expect it, do nothing: nobody becomes a member without it.' },
  ]);
}

/** The mail to a new address, with a link that proves that it is read. */
export function addressLinkContent(address: string): MailContent {
  return composed(addressLinkSubject, [
    { line: 'Open this address to sign in with this e-mail address from now on. It works once, within 15 minutes.' },
    { facts: [['Use this address', address, address]] },
    { line: 'If you did not ask for it, do nothing: the account keeps the address that it has.' },
  ]);
}

/** The mail to the address that an account had. @param now the address that it has now */
export function addressChangedContent(now: string, organization: string): MailContent {
  return composed('Your address at the Judgment Service changed', [
    { line: `Your account in ${organization} signs in with ${now} from now on, and no longer with this address.` },
    { line: 'Its sessions and its password ended.' },
    { line: `If you did not do this, tell an owner of ${organization} at once: they can remove the account.` },
  ]);
}
