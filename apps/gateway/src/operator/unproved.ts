import { Queryable } from '@app/persistence';

/** More than an operator reads; the text says when there are more. */
const maxListed = 1000;

interface UnprovedRow {
  email: string;
  organizations: string[];
}

const list = `
  select a.email, array_agg(o.name order by m.created_at, m.id) as organizations
  from account a join member m on m.account_id = a.id join organization o on o.id = m.organization_id
  where a.verified_at is null
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
