import { conditions, matches } from '@app/filter';
import type { Filter, Subject } from '@app/filter';

/**
 * Whether a document may match the filter of a relation for some judged document at some time. A filter that depends on the
 * time may.
 */
export function couldMatch(filter: Filter | null, subject: Subject, nowMs: number): boolean {
  if (filter === null || conditions(filter).some(({ tests }) => tests.some(({ op }) => op === 'within'))) return true;
  return matches(filter, subject, nowMs);
}
