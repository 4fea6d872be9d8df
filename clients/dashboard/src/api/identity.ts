import { client } from './client';

export type Role = 'owner' | 'admin' | 'member';

export interface Membership {
  id: string;
  name: string;
  plan: string;
  role: Role;
}

export interface Session {
  id: string;
  method: string;
  agent: string | null;
  current: boolean;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

export interface User {
  id: string;
  email: string;
  name: string | null;
  /** Whether the person has a password. */
  password: boolean;
  single_keys: boolean;
}

/** Who is signed in, and to which organization. */
export interface SignedIn {
  session: Session;
  user: User;
  organization: Membership;
  role: Role;
  organizations: Membership[];
}

export interface Member {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  signed_in: boolean;
  last_seen_at: string | null;
}

export interface Invited extends Member {
  link: { url: string; expires_at: string } | null;
}

export interface UserChange {
  name?: string | null;
  single_keys?: boolean;
  password?: { current?: string; new: string };
}

const members = '/organization/members';
const at = (base: string, id: string): string => `${base}/${encodeURIComponent(id)}`;
// What a person is answered at once must not wait: a wrong password is not mended by repeating it.
const once = { retries: 0 };

/** Sessions, the person's account and the members of the organization. */
export const identity = {
  current: () => client.request<SignedIn>('GET', '/sessions/current'),
  signIn: (body: { email: string; password: string } | { link: string }) =>
    client.request<SignedIn>('POST', '/sessions', body, once),
  sendLink: (email: string) =>
    client.request<{ sent: boolean }>('POST', '/sessions/links', { email, purpose: 'sign_in' }, once),
  signOut: () => client.request('DELETE', '/sessions/current'),
  switchTo: (organization: string) => client.request<SignedIn>('PATCH', '/sessions/current', { organization }),
  sessions: () => client.request<{ sessions: Session[] }>('GET', '/sessions'),
  endOthers: () => client.request<{ revoked: number }>('DELETE', '/sessions'),
  changeUser: (body: UserChange) => client.request<User>('PATCH', '/user', body, once),
  members: () => client.request<{ members: Member[] }>('GET', members),
  invite: (body: { email: string; role: Role }) => client.request<Invited>('POST', members, body, once),
  changeMember: (id: string, role: Role) => client.request<Member>('PATCH', at(members, id), { role }, once),
  removeMember: (id: string) => client.request('DELETE', at(members, id), undefined, once),
};
