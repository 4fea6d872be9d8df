import { isTemplate } from '@app/definition';
import type { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import type { GroupScope } from './definition.store';

/** A summary that cannot publish a group as the group is. */
interface BrokenUse {
  /** Its template prefix. */
  scope: string;
  /** An aggregate without edges; null when there is no group any more. */
  aggregate: string | null;
}

/** Summaries that a refusal names. */
const mostNamed = 10;

/** Summaries in a scope that publish a group of this name and find none in force, or one with an aggregate that they have no edges for. */
async function readBrokenUses(tx: Tx, { organization, scope }: GroupScope, name: string): Promise<BrokenUse[]> {
  const { rows } = await tx.query<BrokenUse>(
    `select s.scope, a.aggregate from summary s
       left join lateral (
         select g.body from group_definition g
         where g.organization = $1 and g.name = $2 and right(g.scope, 2) = '/*' and starts_with(s.scope, left(g.scope, -1))
         order by length(g.scope) desc limit 1) g on true
       left join lateral (
         select min(k) as aggregate from jsonb_object_keys(g.body -> 'aggregates') k
         where not coalesce(s.body -> 'bands' -> $2 ? k, false)) a on true
     where s.organization = $1 and not s.ending and starts_with(s.scope, $3) and s.body -> 'groups' ? $2
       and (g.body is null or a.aggregate is not null)
     order by s.scope limit $4`,
    [organization, name, scope.slice(0, -1), mostNamed],
  );
  return rows;
}

/**
 * Refuses a change of a group, which the transaction has made, that takes it from under a summary. Called under the organization's lock
 * alone, so that of a change and a summary that begins to use the group the second sees the first.
 * @throws Problem `conflict`, reason `in_use`, with `summaries`
 */
export async function refuseInUse(tx: Tx, ref: GroupScope, name: string): Promise<void> {
  if (!isTemplate(ref.scope)) return;
  const broken = await readBrokenUses(tx, ref, name);
  if (broken.length === 0) return;
  const [{ scope, aggregate }] = broken;
  const summaries = broken.map((use) => use.scope);
  if (aggregate === null) {
    const message = `The summary of \`${scope}\` publishes \`${name}\`; take the group out of that summary first, or delete the summary.`;
    throw new Problem('conflict', message, { reason: 'in_use', summaries });
  }
  const message = `The summary of \`${scope}\` publishes \`${name}\` and has no edges for \`${aggregate}\`; take the group out of that summary, or delete the summary, and put it with edges for it afterwards.`;
  throw new Problem('conflict', message, { reason: 'in_use', path: `/aggregates/${aggregate}`, summaries });
}
