import { Plan } from '@app/contracts';
import { Queryable, Tx, newId } from '@app/persistence';
import { emailKeyOf } from '../account/email';
import { nextRevision } from '../key/key.store';
import { MemberRole } from '../principal/principal';

export interface MemberRow {
  /** The account's id, `usr_...`. */
  id: string;
  email: string;
  name: string | null;
  role: MemberRole;
  verified_at: Date | null;
  signed_in_at: Date | null;
  invited_by: string | null;
  created_at: Date;
  last_seen_at: Date | null;
}

/** An organization of a person. */
export interface Membership {
  id: string;
  name: string;
  plan: Plan;
  role: MemberRole;
  /** Whether they may post outcomes there. */
  may_label: boolean;
}

const columns = `a.id, a.email, a.name, m.role, m.verified_at, a.signed_in_at, m.invited_by, m.created_at,
  (select max(seen_at) from session s where s.account_id = a.id and s.organization_id = m.organization_id) as last_seen_at`;

/** Members of an organization in order of id. @param after id of the last that was read */
export async function listMembers(
  database: Queryable,
  organization: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await database.query<MemberRow>(
    `select ${columns} from member m join account a on a.id = m.account_id
     where m.organization_id = $1 and ($2::text is null or a.id > $2) order by a.id limit $3`,
    [organization, after, limit],
  );
  return rows;
}

export async function findMember(
  database: Queryable,
  organization: string,
  account: string,
): Promise<MemberRow | null> {
  const { rows } = await database.query<MemberRow>(
    `select ${columns} from member m join account a on a.id = m.account_id where m.organization_id = $1 and a.id = $2`,
    [organization, account],
  );
  return rows[0] ?? null;
}

/** The organizations of a person, in order of name. */
export async function listMemberships(database: Queryable, account: string): Promise<Membership[]> {
  const { rows } = await database.query<Membership>(
    `select o.id, o.name, o.plan, m.role, m.role <> 'member' or o.members_may_label as may_label
     from member m join organization o on o.id = m.organization_id
     where m.account_id = $1 order by o.name limit 1000`,
    [account],
  );
  return rows;
}

/** Lets mails go to the person's address, in all their organizations. */
export async function verifyAddress(tx: Tx, account: string): Promise<void> {
  await tx.query('update member set verified_at = app.now() where account_id = $1 and verified_at is null', [account]);
}

/**
 * Gives a person another address, in all their organizations, which counts as verified.
 * @returns false when another account has it
 */
export async function moveAddress(tx: Tx, account: string, email: string): Promise<boolean> {
  // Its lock puts changes of accounts in order, so that no other account takes the address meanwhile.
  const revision = await nextRevision(tx);
  const { rowCount } = await tx.query(
    `update account set email = $2, email_key = $3, revision = $4
     where id = $1 and not exists (select from account other where other.email_key = $3 and other.id <> $1)`,
    [account, email, emailKeyOf(email), revision],
  );
  if (rowCount !== 1) return false;
  await tx.query('update member set email = $2, verified_at = app.now(), revision = $3 where account_id = $1', [
    account,
    email,
    revision,
  ]);
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
  member: { organization: string; account: string; email: string; role: MemberRole; invitedBy: string },
): Promise<boolean> {
  const revision = await nextRevision(tx);
  const { organization, account, email, role, invitedBy } = member;
  const { rowCount } = await tx.query(
    `insert into member (id, organization_id, account_id, email, role, invited_by, revision)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [newId('usr'), organization, account, email, role, invitedBy, revision],
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
  const revision = await nextRevision(tx);
  const { organization, account, email, role } = member;
  await tx.query(
    `insert into member (id, organization_id, account_id, email, role, verified_at, invited_by, revision)
     values ($1, $2, $3, $4, $5, app.now(), 'operator', $6)
     on conflict (organization_id, email) do update
       set role = $5, account_id = $3, verified_at = coalesce(member.verified_at, excluded.verified_at), revision = $6`,
    [newId('usr'), organization, account, email, role, revision],
  );
}

export async function setMemberRole(tx: Tx, organization: string, account: string, role: MemberRole): Promise<void> {
  const revision = await nextRevision(tx);
  await tx.query('update member set role = $3, revision = $4 where organization_id = $1 and account_id = $2', [
    organization,
    account,
    role,
    revision,
  ]);
}

/** Takes a person out of an organization, and ends their sessions in it. */
export async function deleteMember(tx: Tx, organization: string, account: string): Promise<void> {
  const revision = await nextRevision(tx);
  await tx.query('delete from member where organization_id = $1 and account_id = $2', [organization, account]);
  await tx.query(
    `update session set revoked_at = app.now(), revision = $3
     where organization_id = $1 and account_id = $2 and revoked_at is null`,
    [organization, account, revision],
  );
}

/** Call it after a change of the revision, whose lock puts changes of members in order. */
export async function countOwners(tx: Tx, organization: string): Promise<number> {
  const { rows } = await tx.query<{ owners: number }>(
    `select count(*)::int as owners from member where organization_id = $1 and role = 'owner'`,
    [organization],
  );
  return rows[0].owners;
}
