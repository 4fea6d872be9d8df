import type { GroupValue, GroupView } from '@app/contracts/documents';
import { scalarOf } from '@app/filter';
import { aggregateNames } from './compiled-group';
import { CountedGroup } from './definition.store';
import { GroupDefinition } from './parse-group';
import { ValueRow } from './value.store';

/** @param seenFrom the scope that was asked for; a group on another scope is inherited */
export function groupView(row: CountedGroup, seenFrom: string): GroupView {
  return {
    name: row.name,
    key: row.body.key,
    aggregates: row.body.aggregates,
    ...(row.scope !== seenFrom && { template: row.scope }),
    status: row.building ? 'building' : 'ready',
    as_of: row.as_of?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** @param aggregates of the generation that the row belongs to */
export function valueView(row: ValueRow, aggregates: GroupDefinition['aggregates']): GroupValue {
  const numbers = aggregateNames(aggregates).map((name, n) => [name, numberOf(row, aggregates[name].aggregate, n)]);
  return {
    key: row.overflow ? null : scalarOf(Buffer.from(row.key, 'hex')),
    documents: row.documents,
    stale: row.stale,
    aggregates: Object.fromEntries(numbers) as Record<string, number | null>,
    ...(row.overflow && { overflow: true }),
  };
}

/** Sums are exact decimals until here. */
function numberOf(row: ValueRow, kind: GroupDefinition['aggregates'][string]['aggregate'], n: number): number | null {
  const present = row.present[n];
  if (kind === 'count') return present;
  if (kind === 'share') return row.sums[n] / row.documents;
  if (present === 0) return null;
  if (kind === 'sum') return row.sums[n];
  if (kind === 'mean') return row.sums[n] / present;
  if (kind === 'latest') return row.latest[n];
  return kind === 'min' ? row.least[n] : row.greatest[n];
}
