import type { SignedIn } from '../api/identity';

/** What a person who came by a link is asked for before they see a page. */
export interface Asked {
  name: boolean;
  password: boolean;
  /** They have no password and may set none before their address is proved: the page says why. */
  proof: boolean;
}

/**
 * A link works once, so a person without a password needs one to come back.
 * @returns null when there is nothing to ask for, or the person came in another way
 */
export function askedAfterLink({ session, user }: Pick<SignedIn, 'session' | 'user'>): Asked | null {
  if (session.method !== 'link') return null;
  const asked = {
    name: user.name === null && user.may_change_name,
    password: !user.password && user.may_set_password,
    proof: !user.password && !user.may_set_password,
  };
  return asked.name || asked.password || asked.proof ? asked : null;
}

/**
 * Whether the person may go on without a password. Where links are mailed, they can come back by one; without mail only a
 * password brings them back.
 * @param isTooLate the service takes no password by this link any more, so that there is nothing to wait for
 */
export function mayGoOn(asked: Asked, { mails, isTooLate }: { mails: boolean; isTooLate: boolean }): boolean {
  return !asked.password || mails || isTooLate;
}
