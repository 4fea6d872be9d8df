import { Plan } from '@app/contracts';
import { Named, Queryable, Tx } from '@app/persistence';
import { MemberRole } from '../principal/principal';

/** An organization of a person. */
export interface Membership {
  id: string;
  name: string;
  plan: Plan;
  role: MemberRole;
  /** Whether they may post outcomes there. */
  may_label: boolean;
}

/** A membership, and what a sign-in must know of it. */
export interface OpenedMembership extends Membership {
  /** The organization's provider alone signs the person in there. */
  by_provider: boolean;
  /** Live sessions that a person may have; null: the default. */
  max_sessions: number | null;
}

/** Which memberships of a person a session opens (docs/identity.md). */
export interface Reach {
  account: string;
  /** The one organization that it opens; null: all, of a person whose address is proved for the account. */
  only: string | null;
  /** The address counts as proved: a link will be mailed to it. */
  willProve?: boolean;
}

// An invitation is opened by a way of its own organization, or by a person whose address is proved.
const opened: Named = {
  name: 'memberships-opened',
  text: `select o.id, o.name, o.plan, m.role, m.role <> 'member' or o.members_may_label as may_label,
      o.max_sessions_per_person as max_sessions,
      exists (select from identity_provider p
        where p.organization_id = o.id and p.enforced and p.domains @> array[split_part(a.email_key, '@', 2)]
          and p.spare_account_id is distinct from a.id) as by_provider
    from member m join organization o on o.id = m.organization_id join account a on a.id = m.account_id
    where m.account_id = $1 and ($2::text is null or m.organization_id = $2)
      and (m.accepted_at is not null or a.verified_at is not null or m.organization_id = $2 or $3)
    order by o.name limit 1000`,
};

/** The memberships that a session of a person opens, in order of the organizations' names; at most 1,000. */
export async function listOpened(
  database: Queryable,
  { account, only, willProve = false }: Reach,
): Promise<OpenedMembership[]> {
  const { rows } = await database.query<OpenedMembership>(opened, [account, only, willProve]);
  return rows;
}

/** Makes a person an active member: they came in by a way that opens this membership. */
export async function acceptMembership(tx: Tx, organization: string, account: string): Promise<void> {
  await tx.query(
    `update member set accepted_at = app.now()
     where organization_id = $1 and account_id = $2 and accepted_at is null`,
    [organization, account],
  );
}

/** Whether the person is a member of this organization and of no other, invited or active. */
export async function isMemberOfThisAlone(
  database: Queryable,
  organization: string,
  account: string,
): Promise<boolean> {
  const { rows } = await database.query<{ alone: boolean | null }>(
    'select bool_and(organization_id = $1) as alone from member where account_id = $2',
    [organization, account],
  );
  return rows[0].alone === true;
}
