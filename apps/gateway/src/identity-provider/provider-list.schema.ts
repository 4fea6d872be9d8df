import { ListOf, Text } from '@app/contracts';

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
}
