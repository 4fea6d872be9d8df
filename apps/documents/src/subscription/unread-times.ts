import type { Warning } from '@app/contracts';
import { instantOf } from '@app/definition';
import { Filter, FilterPath, PlacedCondition, formatPath, placedConditions } from '@app/filter';

/** Sampled documents from which on a share says something, and the share from which on a subscription warns. */
const leastDocuments = 20;
const often = 0.2;

/** A condition on a time that users store. */
export interface StoredTime extends PlacedCondition {
  path: Extract<FilterPath, { root: 'attributes' | 'state' }>;
}

/** The conditions of a subscription's filter that hold for a while after a time that users store. */
export function storedTimes(filter: unknown): StoredTime[] {
  return placedConditions(filter, '/filter').filter((condition): condition is StoredTime => {
    const { path, tests } = condition;
    return (path.root === 'attributes' || path.root === 'state') && tests.some(({ op }) => op === 'within');
  });
}

const all: Filter = { kind: 'all', of: [] };

/** What of a filter the document alone decides, whatever the time: the documents outside of it are never members. */
export function plainPart(filter: Filter): Filter {
  if (filter.kind === 'all') return { kind: 'all', of: filter.of.map(plainPart) };
  return isPlain(filter) ? filter : all;
}

function isPlain(filter: Filter): boolean {
  if (filter.kind === 'where') return filter.path.root !== 'answers' && filter.tests.every(({ op }) => op !== 'within');
  return filter.kind === 'not' ? isPlain(filter.of) : filter.of.every(isPlain);
}

/**
 * Warns of times that many sampled documents have in a form that is not read, so that `within` never holds for them.
 * @param sample for each document the values at each of the paths, in the order of `times`
 */
export function unreadTimes(times: readonly StoredTime[], sample: readonly (readonly unknown[][])[]): Warning[] {
  if (sample.length < leastDocuments) return [];
  return times.flatMap(({ pointer, path }, n) => {
    const unread = sample.filter((values) => (values[n] ?? []).some(isUnread)).length;
    if (unread === 0 || unread < often * sample.length) return [];
    const message = `In ${unread} of ${sample.length} sampled documents \`${formatPath(path)}\` is no time that can be read, so \`within\` never holds for them; store RFC 3339 such as 2026-03-04T09:30:00Z.`;
    return [{ code: 'time_not_read', path: pointer, message }];
  });
}

function isUnread(value: unknown): boolean {
  return value !== null && (typeof value !== 'string' || instantOf(value) === undefined);
}
