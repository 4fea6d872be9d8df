import type { Schema } from '@app/sdk/client';
import { client } from './client';

/** Who is signed in, and to which organization. */
export type SignedIn = Schema<'SignedInView'>;
export type Role = Schema<'MemberBody'>['role'];
export type Member = Schema<'MemberView'>;

// What a person is answered at once must not wait: a wrong password is not mended by repeating it.
const once = { retries: 0 };

/** Sessions, the person's account and the members of the organization. */
export const identity = {
  current: () => client.sessions.current(),
  signIn: (body: Schema<'SignInBody'>) => client.sessions.signIn(body, once),
  mailLink: (email: string) => client.sessions.mailLink({ email }, once),
  providers: (email: string) => client.sessions.providers({ email }, once),
  signOut: () => client.sessions.signOut(),
  switchTo: (organization: string) => client.sessions.switchTo({ organization }),
  sessions: () => client.sessions.list(),
  endOthers: () => client.sessions.revokeOthers(),
  changeUser: (body: Schema<'UserPatchBody'>) => client.user.update(body, once),
  providersOf: () => client.members.providers(),
  sessionsOf: () => client.members.sessions({ limit: 100 }),
  endSession: (id: string) => client.members.revokeSession(id, once),
  members: () => client.members.list({ limit: 100 }),
  invite: (body: Schema<'MemberBody'>) => client.members.add(body, once),
  newLink: (id: string) => client.members.link(id, once),
  changeMember: (id: string, role: Role) => client.members.update(id, { role }, once),
  removeMember: (id: string) => client.members.remove(id, once),
};
