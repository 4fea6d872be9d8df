import { Queryable } from '@app/persistence';

/** More than an operator reads; the text says when there are more. */
const maxListed = 1000;

interface UnprovedRow {
  email: string;
  organizations: string[];
}

// It reads also the schema before `account.verified_at`, so that an operator sees before an upgrade whom it asks for a new
// sign-in; by the same rule the upgrade decides which addresses were proved.
const list = `
  select a.email, array_agg(o.name order by m.created_at, m.id) as organizations
  from account a join member m on m.account_id = a.id join organization o on o.id = m.organization_id
  where case when to_jsonb(a) ? 'verified_at' then to_jsonb(a) ->> 'verified_at' is null
    else exists (select from identity i where i.account_id = a.id) or not exists (
      select from member v where v.account_id = a.id and v.verified_at is not null and v.verified_at <> v.created_at) end
  group by a.id, a.email having count(*) > 1
  order by a.email limit $1`;

/** @returns a line a person: the address, the organization that stays open to them, and those that wait for a link */
export async function describeUnproved(database: Queryable): Promise<string> {
  const { rows } = await database.query<UnprovedRow>(list, [maxListed + 1]);
  if (rows.length === 0) return 'Every person of several organizations has a proved address.';
  const lines = rows
    .slice(0, maxListed)
    .map(({ email, organizations: [first, ...others] }) => `${email}  keeps ${first}; waits: ${others.join(', ')}`);
  return [...lines, ...(rows.length > maxListed ? [`and more than ${maxListed}`] : [])].join('\n');
}
