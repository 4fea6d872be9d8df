import type { FilterPath } from '../path/filter-path';

export type Scalar = string | number | boolean;
/** A comparison takes an array as a whole. */
export type Operand = Scalar | Scalar[];

/** Comparisons that a relation may make with the judged document. */
export type MineOp = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';

/** A comparison with the scalars at a path of the judged document; it holds when it does for one of them. */
export interface MineTest {
  op: 'mine';
  compare: MineOp;
  path: FilterPath;
}

/** Whether a moment lies at most so long before now, and not after it. */
export interface WithinTest {
  op: 'within';
  ms: number;
  /** A moment after now counts, too: the creation of a document, which the clock of its sender may set a little ahead. */
  ahead: boolean;
}

/** A test with operands of the request only. */
export type PlainTest =
  | { op: 'eq' | 'ne'; value: Operand }
  | { op: 'in' | 'nin'; values: Operand[] }
  | { op: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { op: 'exists'; value: boolean }
  | { op: 'prefix'; value: string }
  | { op: 'contains'; value: Scalar }
  | WithinTest;

export type Test = PlainTest | MineTest;

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

/**
 * A filter of a relation in two parts that must both hold: what concerns the related document alone, and what compares it
 * with the judged one; null when nothing does.
 */
export function splitByMine(filter: Filter): { alone: Filter; pair: Filter | null } {
  const parts = filter.kind === 'all' ? filter.of : [filter];
  const compares = (part: Filter) => conditions(part).some(({ tests }) => tests.some(({ op }) => op === 'mine'));
  const pair = parts.filter(compares);
  const alone = { kind: 'all' as const, of: parts.filter((part) => !compares(part)) };
  return { alone, pair: pair.length === 0 ? null : { kind: 'all', of: pair } };
}
