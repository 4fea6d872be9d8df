import { Queryable, Tx } from '@app/persistence';
import { AccountRow, accountColumns } from '../account/account.store';
import { emailKeyOf } from '../account/email';

/** The one hash against which an attempt is checked, and what it opens (docs/identity.md). */
export interface Credential {
  account: AccountRow;
  /** Null: there is no password. */
  hash: string | null;
  /** The organization that was named, or the one that the password opens alone; null: any of the person's. */
  organization: string | null;
  /** It opens that organization alone. */
  isOfMembership: boolean;
  /** The person is a member of one organization, so that no other one has a password for the address. */
  isAlone: boolean;
}

interface CredentialRow extends AccountRow {
  organization_id: string | null;
  hash: string | null;
  is_alone: boolean;
}

const columns = accountColumns
  .split(', ')
  .map((name) => `a.${name}`)
  .join(', ');

// An id of an account is compared as those that name it are: in its own order no index of them would serve.
const own = 'a.id collate "default"';
const find = {
  name: 'credential-find',
  text: `select ${columns}, m.organization_id,
      case when a.verified_at is not null then a.password_hash else m.hash end as hash,
      (select count(*) from member every where every.account_id = ${own}) <= 1 as is_alone
    from account a left join lateral (
      select m.organization_id, m.password_hash as hash
      from member m join organization o on o.id = m.organization_id
      where m.account_id = ${own} and (m.accepted_at is not null or a.verified_at is not null)
        and ($2::text is null or o.id = $2 or o.name = $2)
      order by m.created_at, m.id limit 1) m on true
    where a.email_key = $1`,
};

/**
 * The credential of an address. @param organization id or name; null: the account's, or that of the first membership
 * @returns null for an address without an account
 */
export async function findCredential(
  database: Queryable,
  email: string,
  organization: string | null,
): Promise<Credential | null> {
  const { rows } = await database.query<CredentialRow>(find, [emailKeyOf(email), organization]);
  if (rows.length === 0) return null;
  const { organization_id: found, hash, is_alone: isAlone, ...account } = rows[0];
  const isOfMembership = account.verified_at === null;
  // A password that is right opens nothing where the person is no member.
  const isNowhere = organization !== null && found === null;
  return {
    account,
    hash: isNowhere ? null : hash,
    organization: isOfMembership || organization !== null ? found : null,
    isOfMembership,
    isAlone,
  };
}

/** Gives a membership a password of its own. Its changes stand in the audit without the maker of a link from now on. */
export async function setMembershipHash(tx: Tx, organization: string, account: string, hash: string): Promise<void> {
  await tx.query(
    `update member set password_hash = $3, link_made_by = null where organization_id = $1 and account_id = $2`,
    [organization, account, hash],
  );
}
