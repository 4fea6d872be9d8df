import { Bool, ListOf, MapOf, OneOf, Text, Values } from '@app/contracts';
import { memberRoles } from '../principal/principal';
import type { MemberRole } from '../principal/principal';

export class ProvidersQuery {
  @Text({ max: 254, meaning: 'The address of the person; only its domain counts.' }) email: string;
}

/** A provider that signs people of a domain in. */
export class SignInProvider {
  @Text({ meaning: '`idp_..`; `GET /sign-in/oidc/{id}` leads a browser there.' }) id: string;
  @Text({ meaning: 'What the button of the sign-in page says.' }) name: string;
}

export class SignInProviderList {
  @ListOf(() => SignInProvider, { meaning: 'One, or none.' }) providers: SignInProvider[];
  @Bool({ meaning: 'Whether the service mails links to sign in with.' }) mails: boolean;
}

/** A provider as its organization sees it. The operator sets it, by `npm run operator -- org idp-set`. */
export class OrganizationProvider {
  @Text({ meaning: '`idp_..`.' }) id: string;
  @Text() name: string;
  @Text({ meaning: 'Its address, as its tokens name it.' }) issuer: string;
  @Values({ type: 'string' }) domains: string[];
  @Bool({ meaning: 'Whether people of its domains sign in with it alone.' }) enforced: boolean;
  @Text({ nullable: true, meaning: 'Address of the owner for whom password and link stay while it is enforced.' })
  spare_owner: string | null;
  @Text({ nullable: true, meaning: 'The claim that lists groups; null leaves roles to the organization.' })
  role_claim: string | null;
  @MapOf({ type: 'string' }, { meaning: 'Roles by group.' }) roles: Record<string, MemberRole>;
  @OneOf(memberRoles, { nullable: true, meaning: 'The role without a group of `roles`; null refuses the sign-in.' })
  default_role: MemberRole | null;
}

export class OrganizationProviderList {
  @ListOf(() => OrganizationProvider) providers: OrganizationProvider[];
}
