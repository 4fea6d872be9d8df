import type { Schema } from '@app/sdk/client';
import { lengthOf } from '../../format/time';

type Value = Schema<'GroupValue'>;
type Aggregates = Schema<'GroupView'>['aggregates'];

/** What an aggregate keeps, such as `mean of answers.late.p`. */
export function aggregateText({ aggregate, path, where }: Aggregates[string]): string {
  const condition = where === undefined ? '' : ` where ${JSON.stringify(where)}`;
  return `${aggregate}${path === undefined ? '' : ` of ${path}`}${condition}`;
}

/** How far a group is behind: what was written since is not counted yet. */
export function lagText({ status, as_of: asOf }: Pick<Schema<'GroupView'>, 'status' | 'as_of'>, nowMs: number): string {
  if (asOf === null) return status === 'building' ? 'being counted' : '–';
  const behind = lengthOf(Math.max(0, nowMs - Date.parse(asOf)));
  return status === 'building' ? `being recounted; values are ${behind} old` : behind;
}

/** The key of a row in words; all keys past the limit share one. */
export function keyText({ key, overflow }: Pick<Value, 'key' | 'overflow'>): string {
  return overflow === true ? 'other keys' : String(key);
}

export function numberText(value: number | null | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en-GB', { maximumFractionDigits: 4 }) : '–';
}

/** The rows by an aggregate. Rows without a number come last, and the row of further keys after all. */
export function sortedBy(rows: readonly Value[], aggregate: string, direction: 'asc' | 'desc'): Value[] {
  const sign = direction === 'asc' ? 1 : -1;
  const rank = (row: Value) => (row.overflow === true ? 2 : typeof row.aggregates[aggregate] === 'number' ? 0 : 1);
  return [...rows].sort((one, other) => {
    const byRank = rank(one) - rank(other);
    if (byRank !== 0 || rank(one) !== 0) return byRank;
    return sign * ((one.aggregates[aggregate] ?? 0) - (other.aggregates[aggregate] ?? 0));
  });
}

/** The bands of ascending edges, as a summary shows them: `below 1`, `1 to below 5`, `5 or more`. */
export function bandsText(edges: readonly number[]): string {
  if (edges.length === 0) return '–';
  const between = edges.slice(1).map((edge, at) => `${edges[at]} to below ${edge}`);
  return [`below ${edges[0]}`, ...between, `${edges.at(-1)} or more`].join(', ');
}

type Failure = Pick<Schema<'SummaryView'>, 'into' | 'failure' | 'failing_tenant'>;

/** Why documents of a summary are not written, and what mends it. */
export function failureText({ into, failure, failing_tenant: tenant }: Failure): string {
  if (failure === 'document_exists') {
    return `${into} has a document ${tenant ?? 'of a tenant’s name'} that this summary did not make; delete it, or write the summary into another namespace.`;
  }
  if (failure === 'summary_overlaps') {
    return `An older summary of an overlapping prefix is written into ${into}; delete one of the two.`;
  }
  return `${tenant ? `${tenant}: ` : ''}${failure}.`;
}

/** Whether the documents of a summary are written. */
export function writtenText({
  failing_since: since,
  failing_tenant: tenant,
}: Pick<Schema<'SummaryView'>, 'failing_since' | 'failing_tenant'>): string {
  if (since === null) return 'yes';
  return tenant ? `not for every tenant, such as ${tenant}` : 'no';
}
