import { Deleted } from '@app/contracts';
import { Route, route } from '../../http/route';
import { ProvidersQuery, SignInProviderList } from '../../identity/provider/provider-list.schema';
import {
  LinkMailBody,
  LinkMailSent,
  RevokedSessions,
  SessionList,
  SessionPatchBody,
  SignInBody,
  SignedInView,
  UserPatchBody,
  UserView,
} from '../../identity/sign-in/sign-in.schema';

// Replies that set a cookie are not kept: a replay would lack it.
const common = { tag: 'Organization', access: 'person', keyed: false, success: [200] } as const;

export const signIn = route({
  ...common,
  method: 'POST',
  path: '/sessions',
  summary: 'Signs a person in, by address and password or by a link, and sets the cookie of the session.',
  access: 'open',
  ownOrigin: true,
  body: SignInBody,
  success: [201],
  reply: SignedInView,
  reasons: ['missing_field', 'foreign_origin', 'use_provider', 'unknown_field'],
});

export const mailLink = route({
  ...common,
  method: 'POST',
  path: '/sessions/links',
  summary: 'Mails a link that signs in once, when the address has an account and a mail server is configured.',
  access: 'open',
  ownOrigin: true,
  body: LinkMailBody,
  reply: LinkMailSent,
  reasons: ['bad_type', 'foreign_origin'],
});

export const listSignInProviders = route({
  ...common,
  method: 'GET',
  path: '/sign-in/providers',
  summary: "The provider that signs people of an address's domain in, whether the address has an account or not.",
  access: 'open',
  query: ProvidersQuery,
  reply: SignInProviderList,
  reasons: ['bad_query', 'bad_type'],
});

export const listSessions = route({
  ...common,
  method: 'GET',
  path: '/sessions',
  summary: "The person's sessions that are not over, newest first; at most 200.",
  reply: SessionList,
});

export const revokeOtherSessions = route({
  ...common,
  changesAccess: true,
  method: 'DELETE',
  path: '/sessions',
  summary: "Ends all of the person's sessions that this one opens, but itself, within a second.",
  reply: RevokedSessions,
});

export const showSession = route({
  ...common,
  method: 'GET',
  path: '/sessions/current',
  summary: 'Who is signed in, and to which organization.',
  reply: SignedInView,
});

export const switchOrganization = route({
  ...common,
  changesAccess: true,
  method: 'PATCH',
  path: '/sessions/current',
  summary: "Moves the session to another of the person's organizations, with a new cookie.",
  body: SessionPatchBody,
  reply: SignedInView,
  errors: ['not_found'],
});

export const signOut = route({
  ...common,
  method: 'DELETE',
  path: '/sessions/current',
  summary: 'Signs out: ends this session and takes its cookie away.',
  reply: Deleted,
});

export const revokeSession = route({
  ...common,
  changesAccess: true,
  method: 'DELETE',
  path: '/sessions/:id',
  summary: "Ends one of the person's sessions, within a second.",
  reply: RevokedSessions,
  errors: ['not_found'],
});

export const showUser = route({
  ...common,
  method: 'GET',
  path: '/user',
  summary: 'The account of the person who is signed in.',
  reply: UserView,
});

export const changeUser = route({
  ...common,
  changesAccess: true,
  method: 'PATCH',
  path: '/user',
  keyed: true,
  keptWithout: 'password',
  summary:
    "Changes the person's name, password or shortcuts, or mails a link to another address, which changes it. A new password or address ends all their sessions and opens another.",
  body: UserPatchBody,
  reply: UserView,
  errors: ['conflict'],
  reasons: [
    'weak_password',
    'missing_field',
    'unknown_field',
    'bad_type',
    'use_provider',
    'sign_in_again',
    'no_mail_server',
    'prove_address',
  ],
});

export const sessionRoutes: readonly Route[] = [
  signIn,
  mailLink,
  listSignInProviders,
  listSessions,
  revokeOtherSessions,
  showSession,
  switchOrganization,
  signOut,
  revokeSession,
  showUser,
  changeUser,
];
