import { conditions } from '../filter/filter';
import type { Filter } from '../filter/filter';
import { sortableInstant } from '../filter/instant';
import { matches, valuesAt } from './match';
import type { Subject } from './match';

/** The range of years of timestamps. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const maxMoments = 100;

function sortable(ms: number): string {
  return sortableInstant(new Date(ms).toISOString()) ?? '';
}

/** The first millisecond at or after a text of `sortableInstant`, which may be a day that does not exist. */
function firstAt(text: string): number {
  let low = firstMs;
  let high = lastMs + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (middle > lastMs || sortable(middle) >= text) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The times in milliseconds at which `within` of a value becomes true and false again. */
function momentsOf(value: unknown, ms: number): number[] {
  const text = typeof value === 'string' ? sortableInstant(value) : undefined;
  if (text === undefined) return [];
  const enters = firstAt(text);
  const isWhole = enters <= lastMs && sortable(enters) === text;
  return [enters, isWhole ? enters + ms + 1 : enters + ms];
}

/**
 * When time alone changes whether a filter matches: the exact millisecond, or a time before it when many timestamps pass
 * without effect. Null when time changes nothing any more.
 */
export function nextFlip(filter: Filter, subject: Subject, nowMs: number): number | null {
  const moments = conditions(filter).flatMap(({ path, tests }) =>
    tests.flatMap((test) =>
      test.op === 'within' ? valuesAt(path, subject).flatMap((value) => momentsOf(value, test.ms)) : [],
    ),
  );
  const coming = [...new Set(moments)].filter((at) => at > nowMs && at <= lastMs).sort((a, b) => a - b);
  if (coming.length === 0) return null;
  const holds = matches(filter, subject, nowMs);
  const looked = coming.slice(0, maxMoments);
  const flip = looked.find((at) => matches(filter, subject, at) !== holds);
  if (flip !== undefined) return flip;
  return coming.length > maxMoments ? looked[looked.length - 1]! : null;
}
