import { Bool, ListOf, OneOf, Stamp, Text } from '@app/contracts';
import { memberRoles } from '../principal/principal';
import type { MemberRole } from '../principal/principal';
import { signInMethods } from '../session/session';
import type { SignInMethod } from '../session/session';

/** A session of somebody in the organization. */
export class MemberSession {
  @Text({ meaning: '`ses_..`.' }) id: string;
  @Text({ meaning: '`usr_..`, the person.' }) user: string;
  @Text() email: string;
  @OneOf(memberRoles) role: MemberRole;
  @OneOf(signInMethods) method: SignInMethod;
  @Text({ nullable: true, meaning: 'What the browser says it is.' }) agent: string | null;
  @Bool({ meaning: 'Whether it is the session of this request.' }) current: boolean;
  @Stamp() created_at: string;
  @Stamp({ meaning: 'The last request, to 5 minutes.' }) seen_at: string;
  @Stamp({ meaning: 'The end, unless a request moves it.' }) expires_at: string;
}

export class MemberSessionList {
  @ListOf(() => MemberSession, { meaning: 'Newest first.' }) sessions: MemberSession[];
  @Text({ nullable: true }) next_cursor: string | null;
}
