import { MemberRole } from '../principal/principal';

/** An OpenID Connect provider that signs people of an organization in. */
export interface IdentityProvider {
  /** `idp_...`. */
  id: string;
  organization: string;
  /** What the button of the sign-in page says. */
  name: string;
  /** Its address, exactly as its tokens name it. */
  issuer: string;
  clientId: string;
  /** Sealed; null for a client without a secret. */
  clientSecret: Buffer | null;
  /** Domains of addresses, in lower case, whose people it signs in. */
  domains: string[];
  /** The claim that lists a person's groups; null leaves roles to the organization. */
  roleClaim: string | null;
  /** Roles by group. */
  roleMap: Record<string, MemberRole>;
  /** The role without a group of the map; null refuses the sign-in. */
  defaultRole: MemberRole | null;
  /** People of its domains sign in with it alone. */
  enforced: boolean;
  /** The account of the one owner for whom password and link stay. */
  spareAccount: string | null;
}

/** Place of a sealed client secret. */
export function secretPlace(id: string): string {
  return `identity_provider:${id}`;
}

/** The domain of an address in lower case; '' for a text without one. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .normalize('NFC')
    .toLowerCase();
}
