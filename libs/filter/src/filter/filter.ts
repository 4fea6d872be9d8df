import type { FilterPath } from '../path/filter-path';

export type Scalar = string | number | boolean;
/** A comparison takes an array as a whole. */
export type Operand = Scalar | Scalar[];

export type Test =
  | { op: 'eq' | 'ne'; value: Operand }
  | { op: 'in' | 'nin'; values: Operand[] }
  | { op: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'exists'; value: boolean }
  | { op: 'prefix'; value: string }
  | { op: 'contains'; value: Scalar }
  | { op: 'within'; ms: number };

/** One value at the path must fulfil all tests; with an array on the path, one element must. */
export interface Where {
  kind: 'where';
  path: FilterPath;
  tests: Test[];
}

/** A filter as a tree. Timestamps in operands are normalised to RFC 3339 UTC with milliseconds. */
export type Filter =
  { kind: 'all'; of: Filter[] } | { kind: 'any'; of: Filter[] } | { kind: 'not'; of: Filter } | Where;

/** Every condition of a filter. */
export function conditions(filter: Filter): Where[] {
  if (filter.kind === 'where') return [filter];
  return filter.kind === 'not' ? conditions(filter.of) : filter.of.flatMap(conditions);
}
