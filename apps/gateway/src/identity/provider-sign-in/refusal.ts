/**
 * Why a provider signed nobody in, as the sign-in page reads it. expired: the browser has no such sign-in under way. refused:
 * the provider said no, or its reply did not pass a check. unverified: it vouches for no address of its domains, and for none
 * that its organization invited. address_not_verified: it says that it did not verify the address.
 * other_organization: the address has an account elsewhere. no_role: no group gives a role.
 */
export type Refusal =
  | 'expired'
  | 'refused'
  | 'unverified'
  | 'address_not_verified'
  | 'other_organization'
  | 'no_role'
  | 'unavailable'
  | 'unknown_provider'
  | 'busy';

/** A sign-in that ends without a session. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  constructor(
    readonly refusal: Refusal,
    options?: ErrorOptions,
  ) {
    super(`sign-in refused: ${refusal}`, options);
  }
}
