import { sameJson } from '@app/json';
import { durationMs } from '../reading/duration';
import type { FanoutScope } from '../relation/edge';

/**
 * Whether documents that lie outside of one scope may lie inside of another. A scope that keeps the age, or shortens it, and
 * keeps every condition admits no more, whatever it adds; of other filters it is not looked for, so true means "may".
 * @param before undefined for all documents
 * @param after undefined for all documents
 */
export function admitsMore(before: FanoutScope | undefined, after: FanoutScope | undefined): boolean {
  return ageMsOf(after) > ageMsOf(before) || !keepsConditions(before?.where ?? {}, after?.where ?? {});
}

/** The age up to which documents lie inside, in milliseconds. */
function ageMsOf(scope: FanoutScope | undefined): number {
  const within = scope?.created_within;
  return (within === undefined ? undefined : durationMs(within)) ?? Infinity;
}

/** Several keys of a filter hold together, so one that has the same keys and more holds of no more documents. */
function keepsConditions(before: NonNullable<FanoutScope['where']>, after: NonNullable<FanoutScope['where']>): boolean {
  return Object.entries(before).every(([path, test]) => Object.hasOwn(after, path) && sameJson(after[path], test));
}
