import { Bool, ListOf, Nested, OneOf, Stamp, Text } from '@app/contracts';
import { memberRoles } from '../principal/principal';
import type { MemberRole } from '../principal/principal';

export class MemberBody {
  @Text({ min: 3, max: 254 }) email: string;
  @OneOf(memberRoles) role: MemberRole;
}

export class MemberPatchBody {
  @OneOf(memberRoles) role: MemberRole;
}

export class MemberView {
  @Text({ meaning: '`usr_..`.' }) id: string;
  @Text() email: string;
  @Text({ nullable: true }) name: string | null;
  @OneOf(memberRoles) role: MemberRole;
  @Bool({ meaning: 'Whether mails of the organization go to the address.' }) verified: boolean;
  @Bool({ meaning: 'Whether the person has come in to this organization; before that they are invited.' })
  signed_in: boolean;
  @Text({ nullable: true, meaning: '`user:<id>` or `operator`.' }) invited_by: string | null;
  @Stamp() created_at: string;
  @Stamp({ nullable: true, meaning: 'The last request of a session in this organization, to 5 minutes.' })
  last_seen_at: string | null;
}

export class MemberList {
  @ListOf(() => MemberView) members: MemberView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export class LinkView {
  @Text({ meaning: 'Address that signs in once; shown in this reply only.' }) url: string;
  @Stamp() expires_at: string;
}

export class InvitedMember extends MemberView {
  @Nested(() => LinkView, {
    nullable: true,
    meaning: 'null for a person whose address is proved: they sign in as they do.',
  })
  link: LinkView | null;
}
