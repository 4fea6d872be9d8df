import type { Queryable } from '@app/persistence';

/** Members that are counted; a count of this many stands for this many or more. */
export const maxCounted = 1_000;
/** Memberships of a subscription that are looked at: documents that do not match yet, but will as time passes, have one too. */
const maxRead = 5_000;

/**
 * How many documents of a namespace match each subscription now, those inside `min_hold` included, by the subscription's id.
 * One of which too many memberships would have to be read is left out.
 */
export async function countMembers(
  db: Queryable,
  { organization, namespace }: { organization: string; namespace: string },
  subscriptionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; members: number }>(
    {
      name: 'membership-count',
      text: `
        select s.id::text as id, c.members from namespace n cross join unnest($3::bigint[]) as s(id)
        cross join lateral (
          select count(*)::int as members from (
            select from (
              select matching from membership m where m.namespace_id = n.id and m.subscription_id = s.id limit ${maxRead}) r
            where r.matching limit ${maxCounted}) m) c
        where n.organization = $1 and n.name = $2 and (c.members = ${maxCounted} or not exists (
          select from membership m where m.namespace_id = n.id and m.subscription_id = s.id offset ${maxRead}))`,
    },
    [organization, namespace, subscriptionIds],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}
