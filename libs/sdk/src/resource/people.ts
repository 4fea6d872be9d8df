import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { PageQuery } from '../shape/query';

/** Sessions of the person who is signed in. They need `auth: 'session'`, in a page of the service. */
export class Sessions {
  constructor(private readonly caller: Caller) {}

  /** Signs in, by address and password or by the token of a link; the reply sets the cookie. */
  signIn(body: Schema<'SignInBody'>, options?: CallOptions): Operation<Schema<'SignedInView'>> {
    return this.caller.call('sessions_sign_in', { body }, options);
  }

  /** Mails a link that signs in once; the reply does not say whether the address has an account. */
  mailLink(body: Schema<'LinkMailBody'>, options?: CallOptions): Operation<Schema<'LinkMailSent'>> {
    return this.caller.call('sessions_mail_link', { body }, options);
  }

  /** The provider that signs people of an address's domain in; none when the domain has none. */
  providers(query: QueryOf<'sessions_providers'>, options?: CallOptions): Operation<Schema<'SignInProviderList'>> {
    return this.caller.call('sessions_providers', { query }, options);
  }

  current(options?: CallOptions): Operation<Schema<'SignedInView'>> {
    return this.caller.call('sessions_current', {}, options);
  }

  /** Moves the session to another of the person's organizations. */
  switchTo(body: Schema<'SessionPatchBody'>, options?: CallOptions): Operation<Schema<'SignedInView'>> {
    return this.caller.call('sessions_switch_to', { body }, options);
  }

  signOut(options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('sessions_sign_out', {}, options);
  }

  list(options?: CallOptions): Operation<Schema<'SessionList'>> {
    return this.caller.call('sessions_list', {}, options);
  }

  /** Ends one of the person's sessions. */
  revoke(id: string, options?: CallOptions): Operation<Schema<'RevokedSessions'>> {
    return this.caller.call('sessions_revoke', { path: { id } }, options);
  }

  /** Ends all of them but this one. */
  revokeOthers(options?: CallOptions): Operation<Schema<'RevokedSessions'>> {
    return this.caller.call('sessions_revoke_others', {}, options);
  }
}

/** The account of the person who is signed in. */
export class User {
  constructor(private readonly caller: Caller) {}

  read(options?: CallOptions): Operation<Schema<'UserView'>> {
    return this.caller.call('user_read', {}, options);
  }

  update(body: Schema<'UserPatchBody'>, options?: CallOptions): Operation<Schema<'UserView'>> {
    return this.caller.call('user_update', { body }, options);
  }
}

/** The people of the organization. */
export class Members {
  constructor(private readonly caller: Caller) {}

  list(
    query: PageQuery<QueryOf<'members_list'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'MemberList'>, Schema<'MemberView'>> {
    return this.caller.list('members_list', { query }, 'query', ({ members }) => members, options);
  }

  /** Invites a person; the reply alone shows the link by which somebody new comes in. */
  add(body: Schema<'MemberBody'>, options?: CallOptions): Operation<Schema<'InvitedMember'>> {
    return this.caller.call('members_add', { body }, options);
  }

  update(id: string, body: Schema<'MemberPatchBody'>, options?: CallOptions): Operation<Schema<'MemberView'>> {
    return this.caller.call('members_update', { path: { id }, body }, options);
  }

  remove(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('members_remove', { path: { id } }, options);
  }

  /** Makes another link for a person who has no other way in; their sessions in the organization end. */
  link(id: string, options?: CallOptions): Operation<Schema<'LinkView'>> {
    return this.caller.call('members_link', { path: { id } }, options);
  }

  /** The providers that sign the organization's people in. */
  providers(options?: CallOptions): Operation<Schema<'OrganizationProviderList'>> {
    return this.caller.call('members_providers', {}, options);
  }

  /** Sessions of all people that are not over, newest first. */
  sessions(
    query: PageQuery<QueryOf<'members_sessions'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'MemberSessionList'>, Schema<'MemberSession'>> {
    return this.caller.list('members_sessions', { query }, 'query', ({ sessions }) => sessions, options);
  }

  /** Ends one of them, within a second. */
  revokeSession(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('members_revoke_session', { path: { id } }, options);
  }
}
