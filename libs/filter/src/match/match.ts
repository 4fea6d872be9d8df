import { instantOf } from '@app/definition';
import type { Filter, MineTest, Operand, PlainTest, Test, WithinTest } from '../filter/filter';
import type { AnswerField, FilterPath } from '../path/filter-path';

/** What a filter is matched with. Timestamps are RFC 3339 UTC with milliseconds. */
export interface Subject {
  id: string;
  created_at: string;
  updated_at: string;
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  /** The raw value of an answer's field; null or undefined when the answer or its number is missing. */
  answer(judgment: string, field: AnswerField): unknown;
}

function step(values: readonly unknown[], key: string): unknown[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .flatMap((value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return [];
      return [(value as Record<string, unknown>)[key]];
    });
}

/** The values at a path, for each element of arrays on the path; without null. */
export function valuesAt(path: FilterPath, subject: Subject): unknown[] {
  const found = (): unknown[] => {
    if (path.root === 'answers') return [subject.answer(path.judgment, path.field)];
    if (path.root === 'attributes') return step([subject.attributes], path.name);
    return path.root === 'state' ? path.keys.reduce(step, [subject.state]) : [subject[path.root]];
  };
  return found().filter((value) => value !== null && value !== undefined);
}

function same(value: unknown, operand: Operand): boolean {
  if (!Array.isArray(operand)) return value === operand;
  if (!Array.isArray(value) || value.length !== operand.length) return false;
  return operand.every((item, index) => value[index] === item);
}

/** Compares in the byte order of UTF-8. JavaScript's own order differs beyond the basic plane. */
function compare(a: string | number, b: string | number): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}

/** The moment that a value names, in milliseconds since 1970; undefined for what is no timestamp. */
export function momentOf(value: unknown): number | undefined {
  const instant = typeof value === 'string' ? instantOf(value) : undefined;
  return instant === undefined ? undefined : Date.parse(instant);
}

function isWithin(value: unknown, { ms, ahead }: WithinTest, nowMs: number): boolean {
  const atMs = momentOf(value);
  return atMs !== undefined && atMs >= nowMs - ms && (ahead || atMs <= nowMs);
}

/** Whether a value compares so with one of the scalars at the path of the judged document; never without that document. */
function holdsWithMine(value: unknown, { compare: op, path }: MineTest, nowMs: number, mine?: Subject): boolean {
  const values = mine === undefined ? [] : valuesAt(path, mine);
  return values.some((own) => {
    if (typeof own === 'string' || typeof own === 'number') return holds(value, { op, value: own }, nowMs);
    return typeof own === 'boolean' && (op === 'eq' || op === 'ne') && holds(value, { op, value: own }, nowMs);
  });
}

/** Whether a value that is present fulfils a test. */
export function holds(value: unknown, test: PlainTest, nowMs: number): boolean {
  switch (test.op) {
    case 'eq':
      return same(value, test.value);
    case 'ne':
      return !same(value, test.value);
    case 'in':
      return test.values.some((operand) => same(value, operand));
    case 'nin':
      return !test.values.some((operand) => same(value, operand));
    case 'exists':
      return test.value;
    case 'prefix':
      return typeof value === 'string' && value.startsWith(test.value);
    case 'contains':
      if (Array.isArray(value)) return value.includes(test.value);
      return typeof value === 'string' && typeof test.value === 'string' && value.includes(test.value);
    case 'within':
      return isWithin(value, test, nowMs);
    default: {
      if (typeof value !== 'string' && typeof value !== 'number') return false;
      const order = compare(value, test.value);
      if (order === undefined) return false;
      if (test.op === 'gt') return order > 0;
      if (test.op === 'gte') return order >= 0;
      return test.op === 'lt' ? order < 0 : order <= 0;
    }
  }
}

/** Whether a test asks that nothing is there. */
export function isAbsence(test: Test): boolean {
  return test.op === 'exists' && !test.value;
}

/**
 * Whether a document matches a filter. Two-valued: a comparison with a missing value is false.
 * @param mine the judged document, for the filter of a relation
 */
export function matches(filter: Filter, subject: Subject, nowMs: number, mine?: Subject): boolean {
  if (filter.kind === 'all') return filter.of.every((part) => matches(part, subject, nowMs, mine));
  if (filter.kind === 'any') return filter.of.some((part) => matches(part, subject, nowMs, mine));
  if (filter.kind === 'not') return !matches(filter.of, subject, nowMs, mine);
  const values = valuesAt(filter.path, subject);
  const absent = filter.tests.filter(isAbsence);
  if (absent.length > 0) return values.length === 0 && absent.length === filter.tests.length;
  const fulfils = (value: unknown) => (test: Test) =>
    test.op === 'mine' ? holdsWithMine(value, test, nowMs, mine) : holds(value, test, nowMs);
  return values.some((value) => filter.tests.every(fulfils(value)));
}
