import { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { defaultMost } from './most';

type Counted = 'keys' | 'members' | 'invitations';

// Each counts one more than the limit at most, by an index of the organization.
const counts: Record<Counted, string> = {
  keys: 'select from api_key where organization_id = $1 and revoked_at is null',
  members: 'select from member where organization_id = $1',
  invitations: 'select from member where organization_id = $1 and accepted_at is null',
};
const mends: Record<Counted, string> = {
  keys: 'revoke keys that nobody uses',
  members: 'remove members',
  invitations: 'remove invitations that nobody will use',
};

/**
 * Checks that an organization may have one more. Call it after `beginChange`, which puts those who ask in order. What stands over
 * a limit stays.
 * @throws Problem `conflict`, reason `too_many_keys`, `too_many_members` or `too_many_invitations`
 */
export async function assertRoomFor(database: Queryable, what: Counted, organization: string): Promise<void> {
  const { rows } = await database.query<{ most: number; stand: number }>(
    `select l.most, (select count(*)::int from (${counts[what]} limit l.most) as counted) as stand
     from (select coalesce(max_${what}, $2::int) as most from organization where id = $1) as l`,
    [organization, defaultMost[what]],
  );
  const [{ most, stand }] = rows;
  if (stand >= most)
    throw new Problem(
      'conflict',
      `The organization has ${most} ${what}, as many as it may; ${mends[what]}, or ask the operator for more.`,
      {
        reason: `too_many_${what}`,
      },
    );
}
