import { Queryable, afterEveryId } from '@app/persistence';
import { MemberRole } from '../principal/principal';
import { SignInMethod } from '../session/session';

export interface MemberSessionRow {
  id: string;
  account_id: string;
  email: string;
  role: MemberRole;
  method: SignInMethod;
  agent: string | null;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

const live = `select s.id, s.account_id, a.email, m.role, s.method, s.agent, s.created_at, s.seen_at, s.expires_at
  from session s join account a on a.id = s.account_id
    join member m on m.account_id = s.account_id and m.organization_id = s.organization_id
  where s.organization_id = $1 and s.revoked_at is null and s.expires_at > app.now()`;

/** Live sessions in an organization, newest first. @param before id of the last that was read */
export async function listMemberSessions(
  database: Queryable,
  organization: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<MemberSessionRow[]> {
  const { rows } = await database.query<MemberSessionRow>(`${live} and s.id < $2 order by s.id desc limit $3`, [
    organization,
    before ?? afterEveryId,
    limit,
  ]);
  return rows;
}

export async function findMemberSession(
  database: Queryable,
  organization: string,
  id: string,
): Promise<MemberSessionRow | null> {
  const { rows } = await database.query<MemberSessionRow>(`${live} and s.id = $2`, [organization, id]);
  return rows[0] ?? null;
}
