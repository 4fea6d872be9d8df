import { conditions } from '../filter/filter';
import type { Filter, WithinTest } from '../filter/filter';
import { matches, momentOf, valuesAt } from './match';
import type { Subject } from './match';

/** The last moment of timestamps. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const maxMoments = 100;

/** The times in milliseconds at which `within` of a value becomes true and false again. */
function momentsOf(value: unknown, { ms, ahead }: WithinTest): number[] {
  const atMs = momentOf(value);
  if (atMs === undefined) return [];
  return [...(ahead ? [] : [atMs]), atMs + ms + 1];
}

/**
 * When time alone changes whether a filter matches: the exact millisecond, or a time before it when many timestamps pass
 * without effect. Null when time changes nothing any more.
 */
export function nextFlip(filter: Filter, subject: Subject, nowMs: number): number | null {
  const moments = conditions(filter).flatMap(({ path, tests }) =>
    tests.flatMap((test) =>
      test.op === 'within' ? valuesAt(path, subject).flatMap((value) => momentsOf(value, test)) : [],
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
