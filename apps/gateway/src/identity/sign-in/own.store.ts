import { Named, Queryable } from '@app/persistence';
import { AccountRow } from '../account/account.store';
import { ListedSession, listed } from '../session/session.store';

/** What decides what a session may change of its person's account, beside the session and the account. */
export interface OwnFacts {
  /** The person is a member of the session's organization and of no other, invited or active. */
  is_alone: boolean;
  /** The hash of the password that opens that organization alone; null when there is none. */
  membership_hash: string | null;
}

/** A session that has not ended, with its person. */
export interface OwnRow {
  session: ListedSession;
  account: AccountRow;
  facts: OwnFacts;
}

const factsOf = (organization: string, account: string): string =>
  `select coalesce(bool_and(m.organization_id = ${organization}), false) as is_alone,
      max(m.password_hash) filter (where m.organization_id = ${organization}) as membership_hash
    from member m where m.account_id = ${account}`;

const facts: Named = { name: 'own-facts', text: factsOf('$1', '$2') };
// Every page of the dashboard asks this, so it is one statement.
const own: Named = {
  name: 'own-find',
  text: `select s.*, a.email, a.name, a.password_hash, a.verified_at, a.signed_in_at, a.single_keys, f.*
    from (select ${listed} from session
        where account_id = $1 and id = $2 and revoked_at is null and expires_at > app.now() and not opens_nothing) s
      join account a on a.id = s.account_id
      cross join lateral (${factsOf('s.organization_id', 's.account_id')}) f`,
};

export async function findOwnFacts(
  database: Queryable,
  { organization_id: organization, account_id: account }: ListedSession,
): Promise<OwnFacts> {
  return (await database.query<OwnFacts & Record<string, unknown>>(facts, [organization, account])).rows[0];
}

/** @returns null for a session that has ended */
export async function findOwn(database: Queryable, account: string, id: string): Promise<OwnRow | null> {
  const { rows } = await database.query<ListedSession & Omit<AccountRow, 'id'> & OwnFacts>(own, [account, id]);
  if (rows.length === 0) return null;
  const { email, name, password_hash, verified_at, signed_in_at, single_keys, ...others } = rows[0];
  const { is_alone, membership_hash, ...session } = others;
  return {
    session,
    account: { id: account, email, name, password_hash, verified_at, signed_in_at, single_keys },
    facts: { is_alone, membership_hash },
  };
}
