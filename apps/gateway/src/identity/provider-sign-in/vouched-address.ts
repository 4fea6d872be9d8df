import { domainOf } from '../provider/identity-provider';
import { Claims } from '../provider-client/claims';

const address = /^[^@\s\p{C}]{1,200}@[^@\s\p{C}]{1,200}$/u;

/** An address that the provider vouches for, or why it vouches for none. */
export type Vouched = { email: string } | { refusal: 'unverified' | 'address_not_verified' };

/** The address that a provider claims; null without one, and for a text that is none. */
export function addressOf({ email }: Pick<Claims, 'email'>): string | null {
  return email !== null && address.test(email) ? email : null;
}

/**
 * Whether a provider's word is enough to link the account of an address. The address must be of the provider's domains or
 * invited by its organization. A directory that does not say whether it verified an address, as Microsoft Entra never does,
 * is believed where all its people are of one directory: the operator named that one. An issuer of many directories is
 * believed when it says that it verified an address of the domains, and not otherwise.
 * @param isInvited whether the provider's organization has a member of that address, who need not have come yet
 */
export function vouchedAddress(
  claims: Pick<Claims, 'email' | 'emailVerified' | 'isOneDirectory'>,
  { domains, isInvited }: { domains: readonly string[]; isInvited: boolean },
): Vouched {
  const email = addressOf(claims);
  if (email === null) return { refusal: 'unverified' };
  const isOfDomains = domains.includes(domainOf(email));
  if (!isOfDomains && !isInvited) return { refusal: 'unverified' };
  if (claims.emailVerified === false) return { refusal: 'address_not_verified' };
  const isBelieved = claims.isOneDirectory || (claims.emailVerified === true && isOfDomains);
  return isBelieved ? { email } : { refusal: 'unverified' };
}
