import { Bool, Int, ListOf, Nested, OneOf, Stamp, Text, plans } from '@app/contracts';
import type { Plan } from '@app/contracts';
import { passwordLength } from '../account/password';
import { memberRoles } from '../principal/principal';
import type { MemberRole } from '../principal/principal';
import { signInMethods } from '../session/session';
import type { SignInMethod } from '../session/session';

/** Longer than any password that could be right. */
const maxPassword = 4 * passwordLength.max;

export class SignInBody {
  @Text({ optional: true, min: 3, max: 254 }) email?: string;
  @Text({ optional: true, min: 1, max: maxPassword }) password?: string;
  @Text({
    optional: true,
    min: 1,
    max: 128,
    meaning: 'Id or name of the organization, for a person whose address is not proved and who has a password in each.',
  })
  organization?: string;
  @Text({ optional: true, min: 1, max: 100, meaning: 'The token of a link, in place of address and password.' })
  link?: string;
}

export class LinkMailBody {
  @Text({ min: 3, max: 254 }) email: string;
}

export class LinkMailSent {
  @Bool({ meaning: 'Always true: it does not say whether the address has an account.' }) sent: boolean;
}

export class SessionPatchBody {
  @Text({ max: 64, meaning: 'Id of another organization of the person, which this session opens.' })
  organization: string;
}

export class SessionView {
  @Text({ meaning: '`ses_..`.' }) id: string;
  @OneOf(signInMethods) method: SignInMethod;
  @Text({ nullable: true, meaning: 'What the browser says it is.' }) agent: string | null;
  @Bool({ meaning: 'Whether it is the session of this request.' }) current: boolean;
  @Bool({ meaning: 'Whether it acts in one organization of the person and opens no other.' })
  only_organization: boolean;
  @Stamp() created_at: string;
  @Stamp({ meaning: 'When the person last proved who they are.' }) proved_at: string;
  @Stamp({ meaning: 'The last request, to 5 minutes.' }) seen_at: string;
  @Stamp({ meaning: 'The end, unless a request moves it: 12 hours after the last.' }) expires_at: string;
  @Stamp({ meaning: 'The end at the latest, 7 days after the sign-in.' }) ends_at: string;
}

export class UserView {
  @Text({ meaning: '`usr_..`.' }) id: string;
  @Text() email: string;
  @Text({ nullable: true }) name: string | null;
  @Bool({ meaning: 'Whether the address was proved for the account: by a mailed link, or by the operator.' })
  verified: boolean;
  @Bool({ meaning: 'Whether a password signs the person in to what this session opens.' }) password: boolean;
  @Bool({ meaning: 'Whether this session may set that password.' }) may_set_password: boolean;
  @Bool({ meaning: 'Whether this session may change the name.' }) may_change_name: boolean;
  @Bool({ meaning: 'Whether single keys are shortcuts in the dashboard.' }) single_keys: boolean;
}

export class MembershipView {
  @Text() id: string;
  @Text() name: string;
  @OneOf(plans) plan: Plan;
  @OneOf(memberRoles) role: MemberRole;
  @Bool({ meaning: 'Whether the person may post outcomes there.' }) may_label: boolean;
  @Bool({ meaning: 'Whether the person, signed in there, may set the models of the installation.' })
  sets_models: boolean;
}

export class SignedInView {
  @Nested(() => SessionView) session: SessionView;
  @Nested(() => UserView) user: UserView;
  @Nested(() => MembershipView) organization: MembershipView;
  @OneOf(memberRoles, { meaning: 'The role in that organization.' }) role: MemberRole;
  @ListOf(() => MembershipView, { meaning: 'All organizations that this session opens.' })
  organizations: MembershipView[];
}

export class SessionList {
  @ListOf(() => SessionView) sessions: SessionView[];
}

export class RevokedSessions {
  @Int({ min: 0 }) revoked: number;
}

export class PasswordChange {
  @Text({ optional: true, min: 1, max: maxPassword, meaning: 'Not needed within 15 minutes of a sign-in by link.' })
  current?: string;
  @Text({ min: 1, max: maxPassword, meaning: `${passwordLength.min} to ${passwordLength.max} characters.` })
  new: string;
}

export class UserPatchBody {
  @Text({
    optional: true,
    min: 3,
    max: 254,
    meaning: 'Another address, alone. It changes when the link is used that is mailed there.',
  })
  email?: string;
  @Text({ optional: true, nullable: true, min: 1, max: 128 }) name?: string | null;
  @Bool({ optional: true }) single_keys?: boolean;
  @Nested(() => PasswordChange, { optional: true }) password?: PasswordChange;
}
