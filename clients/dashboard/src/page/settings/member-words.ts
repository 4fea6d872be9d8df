import type { Member } from '../../api/identity';

/**
 * What the page says once somebody is invited.
 * @param isShown the reply had a link to hand on; without one the person's address is proved
 * @param mails whether invitations are mailed
 */
export function invitedText(email: string, { isShown, mails }: { isShown: boolean; mails: boolean }): string {
  const mailed = mails ? ' We also sent them an email.' : '';
  return isShown
    ? `Send this link to ${email}. It works once, and the person who opens it joins this organization.${mailed}`
    : `${email} signs in as before and sees this organization in their list.${mailed}`;
}

/**
 * Whether somebody may make another link for a member; the service decides, and refuses it for a person with another way in.
 * @param by who would make it
 */
export function mayMakeLink(member: Member, by: { id: string; role: string }): boolean {
  if (by.role === 'member' || member.id === by.id) return false;
  if (by.role === 'owner') return true;
  return member.role !== 'owner' && !member.signed_in;
}

/** What making a link ends, and what is kept of it. */
export function newLinkText({ email, signed_in: isIn }: Pick<Member, 'email' | 'signed_in'>): string {
  return isIn
    ? `Use this if they cannot sign in any other way. All sessions of ${email} in this organization end. Until a password is set, anyone with the link acts as them, so the audit log names you too.`
    : `The previous link of ${email} stops working.`;
}
