import type { Warning } from '@app/contracts';
import type { SubscriptionView } from '@app/contracts/documents';
import { conditions } from '@app/filter';
import type { Filter } from '@app/filter';
import { InForce } from '../namespace/snapshot/in-force';
import { SubscriptionRow } from './subscription.store';

interface Beside {
  warnings?: Warning[];
  /** Members in the namespace; left out where they are not counted. */
  members?: number;
}

/** @param seenFrom the scope that was asked for; a subscription on another scope is inherited */
export function subscriptionView(
  row: SubscriptionRow,
  seenFrom: string,
  { warnings = [], members }: Beside = {},
): SubscriptionView {
  return {
    name: row.name,
    filter: row.filter,
    endpoint: row.endpoint,
    on: row.events,
    include: row.include,
    initial: row.initial,
    min_hold: row.min_hold,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.scope !== seenFrom && { template: row.scope }),
    ...(members !== undefined && { members }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Warns of judgments that no change of a document has judged, so that their members move on reads or by hand only. */
export function warningsOf(filter: Filter, inForce: InForce): Warning[] {
  const named = new Set(conditions(filter).flatMap(({ path }) => (path.root === 'answers' ? [path.judgment] : [])));
  return [...named].flatMap((name) => {
    const policy = inForce.byName.get(name)?.policy;
    if (policy !== 'on_read' && policy !== 'manual') return [];
    const when = policy === 'on_read' ? 'when it is read' : 'by hand';
    const message = `\`${name}\` is judged ${when}, so members move only then.`;
    return [{ code: 'policy_never_fires', path: '/filter', message }];
  });
}
