import type { Schema } from '@app/sdk/client';
import { isRounded, readJson } from '../format/exact-json';

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

/** What sampled documents hold at a path, where all of them agree. */
export type Kind = 'text' | 'number' | 'boolean';

/**
 * A value as typed: a number or a boolean where it looks like one, else text; text in quotes stays text. Digits that a number
 * would not keep, such as those of `01234` or of a long id, stay text, too.
 * @param kind of the values that it is compared with; left out where that is not known
 */
export function typedValue(text: string, kind?: Kind): string | number | boolean {
  const trimmed = text.trim();
  if (/^".*"$/.test(trimmed)) return trimmed.slice(1, -1);
  if (kind === 'text') return text;
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return isKept(trimmed, kind) ? Number(trimmed) : trimmed;
  return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text;
}

/** Whether a number is the same as the digits. To numbers the zeros before one say nothing; of a text they are a part. */
function isKept(digits: string, kind: Kind | undefined): boolean {
  return !isRounded(digits) && (kind === 'number' || !/^-?0\d/.test(digits));
}

/**
 * The filter that all chips together make; undefined without any.
 * @param kindOf what sampled documents hold at a path; left out where none were read
 */
export function filterOf(
  chips: readonly Chip[],
  kindOf: (path: string) => Kind | undefined = () => undefined,
): Filter | undefined {
  const conditions = chips
    .filter(({ path }) => path.trim() !== '')
    .map(({ path, comparison, value }) => ({
      [path.trim()]: { [comparison]: operand(comparison, value, kindOf(path.trim())) },
    }));
  if (conditions.length === 0) return undefined;
  return (conditions.length === 1 ? conditions[0] : { all: conditions }) as Filter;
}

/** Whether a chip compares with a text, although what is typed looks like a number. */
export function isTextOfDigits({ comparison, value }: Chip, kind?: Kind): boolean {
  const operands = [operand(comparison, value, kind)].flat();
  return operands.some((each) => typeof each === 'string' && /^-?\d+(\.\d+)?$/.test(each));
}

function operand(comparison: Comparison, value: string, kind?: Kind): unknown {
  if (comparison === 'in' || comparison === 'nin') return value.split(',').map((part) => typedValue(part.trim(), kind));
  if (comparison === 'exists') return value.trim() !== 'false';
  return comparison === 'prefix' || comparison === 'within' ? value : typedValue(value, kind);
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
    read = readJson(text);
  } catch (error) {
    throw new SyntaxError(`The filter cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(read)) throw new SyntaxError('A filter is a JSON object, such as {"attributes.country": "DE"}.');
  return read as Filter;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
