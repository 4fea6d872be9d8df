import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { ListQuery } from '@app/contracts';
import { Database, Effects, Outcome, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { writeAudit } from '../organization/audit.store';
import { beginChange } from '../organization/change';
import { Principal } from '../principal/principal';
import { revokeSessions } from '../session/session.store';
import { assertMayChange } from './member-rights';
import { MemberSession, MemberSessionList } from './member-sessions.schema';
import { MemberSessionRow, findMemberSession, listMemberSessions } from './member-sessions.store';

const defaultLimit = 100;

/** The sessions of all people in an organization; each person ends their own elsewhere. */
@Injectable()
export class MemberSessions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  async list({ organization, session }: Principal, query: ListQuery): Promise<MemberSessionList> {
    const cursor = decodeCursor('member-sessions', query.cursor);
    const limit = query.limit ?? defaultLimit;
    const page = { before: cursor?.[0] ?? null, limit: limit + 1 };
    const rows = await listMemberSessions(this.database, organization.id, page);
    const shown = rows.slice(0, limit);
    return {
      sessions: shown.map((row) => toView(row, session?.id)),
      next_cursor: rows.length > limit ? encodeCursor('member-sessions', [shown[shown.length - 1].id]) : null,
    };
  }

  /**
   * Ends one session in the organization, within a second.
   * @throws Problem `not_found` for another's or one that is over; `forbidden` when an admin ends an owner's
   */
  revoke(id: string, principal: Principal, call: Call): Promise<Outcome> {
    const organization = principal.organization.id;
    return this.effects.runOnce('gateway.member-session-revoke', call, async (tx) => {
      await beginChange(tx, principal);
      const found = await findMemberSession(tx, organization, id);
      if (!found) throw new Problem('not_found', 'The organization has no such session, or it has ended already.');
      assertMayChange(principal, found.role);
      await revokeSessions(tx, found.account_id, { only: id });
      await writeAudit(tx, {
        organization,
        actor: principal.caller.actor,
        action: 'session.revoked',
        target: id,
        before: { user: found.account_id },
      });
      return { status: 200, body: '{"deleted":true}' };
    });
  }
}

function toView(row: MemberSessionRow, current: string | undefined): MemberSession {
  return {
    id: row.id,
    user: row.account_id,
    email: row.email,
    role: row.role,
    method: row.method,
    agent: row.agent,
    current: row.id === current,
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
