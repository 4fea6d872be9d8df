import type { Filter, PlainTest, Test } from '../filter/filter';
import { holds, isAbsence, valuesAt } from './match';
import type { Subject } from './match';

/** Whether something holds; undefined where it cannot be known. */
type Truth = boolean | undefined;

function isKnown(test: Test): test is Exclude<PlainTest, { op: 'within' }> {
  return test.op !== 'mine' && test.op !== 'within';
}

function truthOf(filter: Filter, subject: Subject): Truth {
  if (filter.kind === 'not') {
    const inner = truthOf(filter.of, subject);
    return inner === undefined ? undefined : !inner;
  }
  if (filter.kind !== 'where') {
    const parts = filter.of.map((part) => truthOf(part, subject));
    const decisive = filter.kind === 'any';
    if (parts.includes(decisive)) return decisive;
    return parts.includes(undefined) ? undefined : !decisive;
  }
  const { path, tests } = filter;
  const absent = tests.filter(isAbsence).length;
  if (absent > 0 && absent < tests.length) return false;
  if (path.root === 'answers') return undefined;
  const values = valuesAt(path, subject);
  if (absent > 0) return values.length === 0;
  // No test that is known depends on the time.
  const candidates = values.filter((value) => tests.filter(isKnown).every((test) => holds(value, test, 0)));
  if (candidates.length === 0) return false;
  return tests.every(isKnown) ? true : undefined;
}

/**
 * Whether a document may match the filter of a relation, for some judged document, some answers and some time: false only
 * when it can for none.
 */
export function couldMatch(filter: Filter | null, subject: Subject): boolean {
  return filter === null || truthOf(filter, subject) !== false;
}
