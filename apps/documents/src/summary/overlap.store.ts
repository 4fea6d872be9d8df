import type { SummaryBody } from '@app/contracts/documents';
import type { Queryable, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Placed, overlap, standing } from './overlap';
import type { SummaryRow } from './summary.store';

/** Why a summary is not written that overlaps with an older one. */
export const overlapping = 'summary_overlaps';
/** Summaries that a refusal names. */
const mostNamed = 10;

/** The summaries that are written into a namespace, oldest first. */
async function readPlaced(from: Queryable, organization: string, into: string): Promise<Placed[]> {
  const { rows } = await from.query<Placed>(
    `select id, scope from summary where organization = $1 and not ending and body ->> 'into' = $2
     order by created_at, id`,
    [organization, into],
  );
  return rows;
}

/** Whether an older summary of an overlapping prefix is written into the same namespace. */
export async function isHidden(from: Queryable, { id, organization, body }: SummaryRow): Promise<boolean> {
  return !standing(await readPlaced(from, organization, body.into)).has(id);
}

/**
 * Called under the organization's lock alone, so that of two summaries the second sees the first.
 * @param before the summary as it is; null when there is none
 * @throws Problem `conflict`, reason `summary_overlaps`
 */
export async function refuseOverlap(
  tx: Tx,
  organization: string,
  scope: string,
  { into }: SummaryBody,
  before: SummaryRow | null,
): Promise<void> {
  const placed = await readPlaced(tx, organization, into);
  const others = placed.filter((other) => other.scope !== scope && overlap(other.scope, scope));
  if (others.length === 0) return;
  // One that stood before others came may still be changed.
  if (before !== null && before.body.into === into && standing(placed).has(before.id)) return;
  const names = others.slice(0, mostNamed).map((other) => other.scope);
  const [first] = names;
  const message = `The summary of \`${first}\` is written into \`${into}\`, too, and has tenants in common with \`${scope}\`; name another namespace, or delete that summary.`;
  throw new Problem('conflict', message, { reason: overlapping, path: '/into', summaries: names });
}

/** Has summaries swept at once that an older one kept from a namespace, which it leaves. */
export async function requestHiddenSweeps(tx: Tx, organization: string, into: string): Promise<void> {
  await tx.query(
    `update summary set next_at = app.now(), cursor = '', attempts = attempts + 1, lease_until = null
     where organization = $1 and not ending and failure = $3 and body ->> 'into' = $2`,
    [organization, into, overlapping],
  );
}
