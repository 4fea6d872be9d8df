import { CLOCK, CONFIG, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { ListQuery } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome, Tx, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { putAccount } from '../account/account.store';
import { assertEmail } from '../account/email';
import { Change, writeAudit } from '../organization/audit.store';
import { hasIdentity } from '../provider/identity.store';
import { LinkMails } from '../mail/link-mails';
import { beginChange } from '../organization/change';
import { assertRoomFor } from '../organization/room';
import { Principal } from '../principal/principal';
import { revokeSessions } from '../session/session.store';
import { endLinks, insertLink, linkAddress, linkLifeMs } from '../session/link.store';
import { assertMayChange, assertMayGive, assertMayLinkAgain, lastOwner, signsInOtherwise } from './member-rights';
import { LinkView, MemberBody, MemberList, MemberPatchBody, MemberView } from './member.schema';
import {
  MemberRow,
  countOwners,
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  setMemberRole,
} from './member.store';

const defaultLimit = 100;

/** The people of the caller's organization. */
@Injectable()
export class Members {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly mails: LinkMails,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { publicUrl: string },
  ) {}

  async list({ organization }: Principal, query: ListQuery): Promise<MemberList> {
    const cursor = decodeCursor('members', query.cursor);
    const limit = query.limit ?? defaultLimit;
    const rows = await listMembers(this.database, organization.id, { after: cursor?.[0] ?? null, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      members: page.map(toView),
      next_cursor: rows.length > limit ? encodeCursor('members', [page[page.length - 1].id]) : null,
    };
  }

  /**
   * Invites a person. The reply shows a link, to hand on, unless their address is proved: then they sign in as they do. Where
   * mails are sent, the invitation is mailed too.
   * @throws Problem `forbidden` for a role above the caller's; `conflict` for a member, or reason `too_many_members` or
   * `too_many_invitations`
   */
  add({ email, role }: MemberBody, principal: Principal, call: Call): Promise<Outcome> {
    assertEmail(email);
    assertMayGive(principal, role);
    return this.effects.runOnce('gateway.member-add', call, async (tx) => {
      await beginChange(tx, principal);
      const organization = principal.organization.id;
      const account = await putAccount(tx, email);
      await assertRoomFor(tx, 'members', organization);
      await assertRoomFor(tx, 'invitations', organization);
      const added = { organization, account: account.id, email: account.email, role, invitedBy: call.who.actor };
      if (!(await insertMember(tx, added)))
        throw new Problem('conflict', `\`${email}\` is a member already; change their role instead.`, {
          reason: 'duplicate',
          path: '/email',
        });
      const link = account.verified_at ? null : await this.makeLink(tx, account.id, organization, call);
      const member = await readExisting(tx, organization, account.id);
      await this.audit(tx, call, { action: 'member.added', target: account.id, after: { email, role } });
      await this.mails.invite(tx, { account, organization: principal.organization });
      return { status: 201, body: JSON.stringify({ ...toView(member), link }) };
    });
  }

  /** @throws Problem `not_found`; `forbidden` for a role above the caller's; `conflict`, reason `last_owner` */
  change(id: string, { role }: MemberPatchBody, principal: Principal, call: Call): Promise<Outcome> {
    return this.effects.runOnce('gateway.member-change', call, async (tx) => {
      const organization = principal.organization.id;
      await beginChange(tx, principal);
      const member = await readExisting(tx, organization, id);
      assertMayChange(principal, member.role);
      assertMayGive(principal, role);
      if (member.role === 'owner' && role !== 'owner' && (await countOwners(tx, organization)) < 2) throw lastOwner();
      await setMemberRole(tx, organization, id, role);
      await this.audit(tx, call, { action: 'member.role', target: id, before: { role: member.role }, after: { role } });
      return { status: 200, body: JSON.stringify({ ...toView(member), role }) };
    });
  }

  /** Takes a person out; their sessions in the organization end. @throws Problem like `change` */
  remove(id: string, principal: Principal, call: Call): Promise<Outcome> {
    return this.effects.runOnce('gateway.member-remove', call, async (tx) => {
      const organization = principal.organization.id;
      await beginChange(tx, principal);
      const member = await readExisting(tx, organization, id);
      assertMayChange(principal, member.role);
      if (member.role === 'owner' && (await countOwners(tx, organization)) < 2) throw lastOwner();
      await endLinks(tx, id, organization);
      await deleteMember(tx, organization, id);
      const { email, role } = member;
      await this.audit(tx, call, { action: 'member.removed', target: id, before: { email, role } });
      return { status: 200, body: '{"deleted":true}' };
    });
  }

  /**
   * Makes another link; the one before ends, and so do the sessions of this membership. For a person who has come in, an owner
   * makes one, and only when they have no other way to sign in.
   * @throws Problem `conflict`, reason `signs_in_otherwise`
   */
  link(id: string, principal: Principal, call: Call): Promise<Outcome> {
    return this.effects.runOnce('gateway.member-link', call, async (tx) => {
      const organization = principal.organization.id;
      await beginChange(tx, principal);
      const member = await readExisting(tx, organization, id);
      assertMayChange(principal, member.role);
      if (member.accepted_at) assertMayLinkAgain(principal);
      if (await this.canSignInOtherwise(tx, member, organization)) throw signsInOtherwise();
      await revokeSessions(tx, id, { organization });
      const link = await this.makeLink(tx, id, organization, call);
      await this.audit(tx, call, { action: 'member.link', target: id });
      return { status: 201, body: JSON.stringify(link) };
    });
  }

  /** Whether a member can come in without a link of the organization: by a mail, a password or a provider. */
  private async canSignInOtherwise(tx: Tx, member: MemberRow, organization: string): Promise<boolean> {
    if (member.proved_at && this.mails.sends) return true;
    if (member.accepted_at === null && member.proved_at === null) return false;
    return member.has_password || hasIdentity(tx, organization, member.id);
  }

  private async makeLink(tx: Tx, account: string, organization: string, call: Call): Promise<LinkView> {
    const token = await insertLink(tx, { account, organization, purpose: 'invite', madeBy: call.who.actor });
    return {
      url: linkAddress(this.config.publicUrl, token),
      expires_at: new Date(this.clock.now() + linkLifeMs.invite).toISOString(),
    };
  }

  private audit(tx: Tx, { who }: Call, change: Omit<Change, 'organization' | 'actor'>): Promise<void> {
    return writeAudit(tx, { organization: who.organization, actor: who.actor, ...change });
  }
}

async function readExisting(database: Database | Tx, organization: string, id: string): Promise<MemberRow> {
  const member = await findMember(database, organization, id);
  if (member) return member;
  throw new Problem('not_found', 'The organization has no such member.');
}

function toView(row: MemberRow): MemberView {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    invited_by: row.invited_by,
    verified: row.verified_at !== null,
    signed_in: row.accepted_at !== null,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}
