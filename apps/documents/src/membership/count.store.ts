import type { Queryable } from '@app/persistence';

/** Members that are counted; a count of this many stands for this many or more. */
export const maxCounted = 1_000;

/** How many documents of a namespace match each subscription now, those inside `min_hold` included, by the subscription's id. */
export async function countMembers(
  db: Queryable,
  { organization, namespace }: { organization: string; namespace: string },
  subscriptionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; members: number }>(
    {
      name: 'membership-count',
      text: `select s.id::text as id, (select count(*)::int from (select from membership m where m.namespace_id = n.id
               and m.subscription_id = s.id and m.matching limit ${maxCounted}) c) as members
             from namespace n cross join unnest($3::bigint[]) as s(id) where n.organization = $1 and n.name = $2`,
    },
    [organization, namespace, subscriptionIds],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}
