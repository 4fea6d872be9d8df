import { Deleted, ListQuery } from '@app/contracts';
import { Route, route } from '../../http/route';
import { OrganizationProviderList } from '../../identity/provider/provider-list.schema';
import { MemberSessionList } from '../../identity/member/member-sessions.schema';
import {
  InvitedMember,
  LinkView,
  MemberBody,
  MemberList,
  MemberPatchBody,
  MemberView,
} from '../../identity/member/member.schema';

const tag = 'Organization';

export const listMembers = route({
  method: 'GET',
  path: '/organization/members',
  tag,
  summary: 'The people of the organization.',
  access: 'person',
  keyed: false,
  query: ListQuery,
  success: [200],
  reply: MemberList,
  reasons: ['bad_query', 'bad_cursor'],
});

export const addMember = route({
  method: 'POST',
  path: '/organization/members',
  tag,
  summary:
    'Makes a person a member. For a person who never signed in, the reply shows a link to sign in with, this once.',
  access: 'session',
  fresh: true,
  body: MemberBody,
  success: [201],
  reply: InvitedMember,
  errors: ['conflict'],
  reasons: ['bad_type', 'duplicate', 'too_many_members', 'too_many_invitations', 'sign_in_again'],
});

export const changeMember = route({
  method: 'PATCH',
  path: '/organization/members/:id',
  tag,
  summary: "Changes a member's role, within a second. Only owners make and demote owners.",
  access: 'session',
  fresh: true,
  body: MemberPatchBody,
  success: [200],
  reply: MemberView,
  errors: ['not_found', 'conflict'],
  reasons: ['last_owner', 'sign_in_again'],
});

export const removeMember = route({
  method: 'DELETE',
  path: '/organization/members/:id',
  tag,
  summary: "Takes a person out, within a second. API keys that they made stay: they are the organization's.",
  access: 'session',
  fresh: true,
  success: [200],
  reply: Deleted,
  errors: ['not_found', 'conflict'],
  reasons: ['last_owner', 'sign_in_again'],
});

export const linkMember = route({
  method: 'POST',
  path: '/organization/members/:id/link',
  tag,
  summary: 'Makes another link for a person who never signed in; the one before ends.',
  access: 'session',
  fresh: true,
  success: [201],
  reply: LinkView,
  errors: ['not_found', 'conflict'],
  // The second is of before `signs_in_otherwise`, and stands in the document that was promised; nothing sends it.
  reasons: ['signs_in_otherwise', 'signed_in_before', 'sign_in_again'],
});

export const listProviders = route({
  method: 'GET',
  path: '/organization/providers',
  tag,
  summary: "The providers that sign the organization's people in; the operator sets them.",
  access: 'person',
  keyed: false,
  success: [200],
  reply: OrganizationProviderList,
});

export const listMemberSessions = route({
  method: 'GET',
  path: '/organization/sessions',
  tag,
  summary: 'The sessions in the organization that are not over, of all its people, newest first.',
  access: 'session',
  keyed: false,
  query: ListQuery,
  success: [200],
  reply: MemberSessionList,
  reasons: ['bad_query', 'bad_cursor'],
});

export const revokeMemberSession = route({
  method: 'DELETE',
  path: '/organization/sessions/:id',
  tag,
  summary: "Ends a session in the organization, within a second. Only owners end owners'.",
  access: 'session',
  success: [200],
  reply: Deleted,
  errors: ['not_found'],
});

export const memberRoutes: readonly Route[] = [
  ...[listMembers, addMember, changeMember, removeMember, linkMember],
  ...[listProviders, listMemberSessions, revokeMemberSession],
];
