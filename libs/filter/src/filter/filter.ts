import type { FilterPath } from '../path/filter-path';

export type Scalar = string | number | boolean;
/** An array is compared whole. */
export type Operand = Scalar | Scalar[];

export type Test =
  | { op: 'eq' | 'ne'; value: Operand }
  | { op: 'in' | 'nin'; values: Operand[] }
  | { op: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'exists'; value: boolean }
  | { op: 'prefix'; value: string }
  | { op: 'contains'; value: Scalar }
  | { op: 'within'; ms: number };

/** All tests hold of one value at the path (of one element, where an array stands on the way). */
export interface Where {
  kind: 'where';
  path: FilterPath;
  tests: Test[];
}

/** A filter as a tree. Instants in operands are RFC 3339 UTC with milliseconds, whatever was sent. */
export type Filter =
  { kind: 'all'; of: Filter[] } | { kind: 'any'; of: Filter[] } | { kind: 'not'; of: Filter } | Where;

/** Every condition of a filter. */
export function conditions(filter: Filter): Where[] {
  if (filter.kind === 'where') return [filter];
  return filter.kind === 'not' ? conditions(filter.of) : filter.of.flatMap(conditions);
}
