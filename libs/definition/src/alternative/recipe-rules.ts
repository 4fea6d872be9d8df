import type { ContextRecipe } from '../definition/definition';
import { durationMs } from '../reading/duration';
import { splitKeys } from '../path/path';
import type { ArrayWindow } from '../reading/value';
import { concerns, selects, stepsOf } from './steps';

/** The rule of an array in two recipes. */
export interface RulePair<T> {
  path: string;
  before: T | undefined;
  after: T | undefined;
}

/** The rules of two recipes for the arrays that the later one still reads. */
function pairs<T>(
  before: Record<string, T> | undefined,
  after: Record<string, T> | undefined,
  fields: readonly string[],
): RulePair<T>[] {
  const paths = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return paths
    .filter((path) => concerns(fields, path))
    .map((path) => ({ path, before: own(before, path), after: own(after, path) }));
}

function own<T>(rules: Record<string, T> | undefined, path: string): T | undefined {
  return rules && Object.hasOwn(rules, path) ? rules[path] : undefined;
}

export function lastNPairs(before: ContextRecipe, after: ContextRecipe): RulePair<number>[] {
  return pairs(before.last_n, after.last_n, after.fields);
}

export function windowPairs(before: ContextRecipe, after: ContextRecipe): RulePair<ArrayWindow>[] {
  return pairs(before.window, after.window, after.fields);
}

/** Whether two windows keep the same items. */
export function sameWindow(one: ArrayWindow | undefined, other: ArrayWindow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.at === other.at && durationMs(one.within) === durationMs(other.within);
}

/** Whether the context shows the timestamps by which a window selects, so that it can be cut to a smaller one. */
export function showsTimes({ fields }: ContextRecipe, array: string, { at }: ArrayWindow): boolean {
  const keys = splitKeys(at) ?? [];
  return selects(fields, [...stepsOf(array), ...keys]);
}
