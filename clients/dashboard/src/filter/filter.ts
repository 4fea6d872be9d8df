import type { Schema } from '@app/sdk/client';

export type Filter = Schema<'Filter'>;

/** One condition of a filter as a person sets it. */
export interface Chip {
  path: string;
  comparison: Comparison;
  /** The value as typed. */
  value: string;
}

export const comparisons = [
  ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const),
  ...(['in', 'nin', 'contains', 'prefix', 'exists', 'within'] as const),
] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * A value as typed: JSON where it is a number, a boolean or null; else text.
 * Text in quotes stays text.
 */
export function typedValue(text: string): string | number | boolean {
  const trimmed = text.trim();
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return Number(trimmed);
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1) : text;
}

/** The filter that all chips together make; undefined without any. */
export function filterOf(chips: readonly Chip[]): Filter | undefined {
  const conditions = chips
    .filter(({ path }) => path.trim() !== '')
    .map(({ path, comparison, value }) => ({ [path.trim()]: { [comparison]: operand(comparison, value) } }));
  if (conditions.length === 0) return undefined;
  return (conditions.length === 1 ? conditions[0] : { all: conditions }) as Filter;
}

function operand(comparison: Comparison, value: string): unknown {
  if (comparison === 'in' || comparison === 'nin') return value.split(',').map((part) => typedValue(part.trim()));
  if (comparison === 'exists') return value.trim() !== 'false';
  return comparison === 'prefix' || comparison === 'within' ? value : typedValue(value);
}

/** The chips of a filter; null for one that chips cannot show, such as `any` and `not`. */
export function chipsOf(filter: unknown): Chip[] | null {
  if (filter === undefined) return [];
  if (!isObject(filter)) return null;
  const parts = Object.entries(filter).flatMap(([path, condition]): (Chip | null)[] => {
    if (path === 'all') return Array.isArray(condition) ? condition.flatMap((each) => chipsOf(each) ?? [null]) : [null];
    if (path === 'any' || path === 'not') return [null];
    if (!isObject(condition)) return [chip(path, 'eq', condition)];
    return Object.entries(condition).map(([comparison, value]) => chip(path, comparison, value));
  });
  return parts.every((part): part is Chip => part !== null) ? parts : null;
}

function chip(path: string, comparison: string, value: unknown): Chip | null {
  const known = comparisons.find((each) => each === comparison);
  if (!known) return null;
  if (Array.isArray(value)) {
    const isList = known === 'in' || known === 'nin';
    return isList && value.every(isListed) ? { path, comparison: known, value: value.map(textOf).join(', ') } : null;
  }
  return value === null || typeof value === 'object' ? null : { path, comparison: known, value: textOf(value) };
}

/** A list stands between commas, so that a text with one, or an array, is for the JSON view. */
function isListed(value: unknown): boolean {
  return typeof value !== 'object' && !String(value).includes(',');
}

/** Text that `typedValue` reads as the same value. */
function textOf(value: unknown): string {
  return typeof value === 'string' && typedValue(value) !== value ? `"${value}"` : String(value);
}

/** Reads a filter as JSON. @throws SyntaxError with a sentence for people */
export function readFilter(text: string): Filter | undefined {
  if (text.trim() === '') return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`The filter is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(read)) throw new SyntaxError('A filter is a JSON object, such as {"attributes.country": "DE"}.');
  return read as Filter;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
