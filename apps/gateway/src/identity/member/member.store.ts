import { Queryable, Tx, newId } from '@app/persistence';
import { lockAddress } from '../account/account.store';
import { emailKeyOf } from '../account/email';
import { defaultMost } from '../organization/most';
import { MemberRole } from '../principal/principal';
import { revokeSessions } from '../session/session.store';

export interface MemberRow {
  /** The account's id, `usr_...`. */
  id: string;
  email: string;
  name: string | null;
  role: MemberRole;
  verified_at: Date | null;
  /** When the address was first proved for the account. */
  proved_at: Date | null;
  /** When the person first came in to this organization; null for an invitation that nobody used. */
  accepted_at: Date | null;
  /** Whether a password opens this organization. */
  has_password: boolean;
  invited_by: string | null;
  created_at: Date;
  last_seen_at: Date | null;
}

const columns = `a.id, a.email, a.name, m.role, m.verified_at, a.verified_at as proved_at, m.accepted_at,
  case when a.verified_at is null then m.password_hash else a.password_hash end is not null as has_password, m.invited_by, m.created_at,
  (select max(seen_at) from (select seen_at, organization_id from session s where s.account_id = m.account_id order by s.id desc
    limit ${defaultMost.sessionsPerPerson}) s where s.organization_id = m.organization_id) as last_seen_at`;

/** Members of an organization in order of id. @param after id of the last that was read */
export async function listMembers(
  database: Queryable,
  organization: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await database.query<MemberRow>(
    `select ${columns} from member m join account a on a.id = m.account_id
     where m.organization_id = $1 and m.account_id collate "C" > $2 order by m.account_id collate "C" limit $3`,
    [organization, after ?? '', limit],
  );
  return rows;
}

export async function findMember(
  database: Queryable,
  organization: string,
  account: string,
): Promise<MemberRow | null> {
  const { rows } = await database.query<MemberRow>(
    `select ${columns} from member m join account a on a.id = m.account_id where m.organization_id = $1 and m.account_id collate "C" = $2`,
    [organization, account],
  );
  return rows[0] ?? null;
}

/** Lets mails of one organization go to the person's address: somebody showed there that it is read. */
export async function verifyAddress(tx: Tx, organization: string, account: string): Promise<void> {
  await tx.query(
    'update member set verified_at = app.now() where organization_id = $1 and account_id = $2 and verified_at is null',
    [organization, account],
  );
}

/**
 * Gives a person another address, in all their organizations, which counts as verified.
 * @returns false when another account has it
 */
export async function moveAddress(tx: Tx, account: string, email: string): Promise<boolean> {
  await lockAddress(tx, email);
  const { rowCount } = await tx.query(
    `update account set email = $2, email_key = $3
     where id = $1 and not exists (select from account other where other.email_key = $3 and other.id <> $1)`,
    [account, email, emailKeyOf(email)],
  );
  if (rowCount !== 1) return false;
  await tx.query('update member set email = $2, verified_at = app.now() where account_id = $1', [account, email]);
  return true;
}

/** Whether mails may go to the person's address: somebody showed that it is read, or the operator entered it. */
export async function isVerified(tx: Tx, account: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from member where account_id = $1 and verified_at is not null limit 1', [
    account,
  ]);
  return rowCount === 1;
}

/** @returns false when the person is a member already */
export async function insertMember(
  tx: Tx,
  member: {
    organization: string;
    account: string;
    email: string;
    role: MemberRole;
    invitedBy: string;
    isActive?: boolean;
  },
): Promise<boolean> {
  const { organization, account, email, role, invitedBy, isActive = false } = member;
  const { rowCount } = await tx.query(
    `insert into member (id, organization_id, account_id, email, role, invited_by, accepted_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then app.now() end) on conflict do nothing`,
    [newId('usr'), organization, account, email, role, invitedBy, isActive],
  );
  return rowCount === 1;
}

/**
 * Adds a member for the operator, or changes the role of one. An address that the operator enters counts as verified
 * (docs/decisions/0007-mails-are-rows.md).
 */
export async function putMember(
  tx: Tx,
  member: { organization: string; account: string; email: string; role: MemberRole },
): Promise<void> {
  const { organization, account, email, role } = member;
  await tx.query(
    `insert into member (id, organization_id, account_id, email, role, verified_at, invited_by)
     values ($1, $2, $3, $4, $5, app.now(), 'operator')
     on conflict (organization_id, email) do update
       set role = $5, account_id = $3, verified_at = coalesce(member.verified_at, excluded.verified_at)`,
    [newId('usr'), organization, account, email, role],
  );
}

/** Notes who made the link by which a person came in: they could have used it themselves. */
export async function noteLinkMaker(
  tx: Tx,
  { organization, account, made_by: maker }: { organization: string; account: string; made_by: string },
): Promise<void> {
  await tx.query(
    `update member set link_made_by = $3 where organization_id = $1 and account_id = $2 and password_hash is null`,
    [organization, account, maker],
  );
}

export async function setMemberRole(tx: Tx, organization: string, account: string, role: MemberRole): Promise<void> {
  await tx.query('update member set role = $3 where organization_id = $1 and account_id = $2', [
    organization,
    account,
    role,
  ]);
}

/** Takes a person out of an organization, and ends their sessions in it. */
export async function deleteMember(tx: Tx, organization: string, account: string): Promise<void> {
  await tx.query('delete from member where organization_id = $1 and account_id = $2', [organization, account]);
  await revokeSessions(tx, account, { organization });
}

/** Call it after `lockOrganization`, which puts changes of members in order. */
export async function countOwners(tx: Tx, organization: string): Promise<number> {
  const { rows } = await tx.query<{ owners: number }>(
    `select count(*)::int as owners from member where organization_id = $1 and role = 'owner'`,
    [organization],
  );
  return rows[0].owners;
}
