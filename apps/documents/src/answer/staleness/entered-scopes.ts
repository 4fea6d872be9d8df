import { filterPaths, matches } from '@app/filter';
import type { Filter, Subject } from '@app/filter';
import { Draft, subjectAfter } from '../../document/draft';
import { subjectOf } from '../../document/document';
import { InForce, derivedOnce, isJudgedOnChange, scopeFilter } from '../../namespace/snapshot/in-force';
import { KnownJudgment, hasFanOuts } from '../../namespace/snapshot/known-judgment';
import { InvalidationIndex, compileInvalidationIndex } from './invalidation-index';

/** A judgment whose fan-outs concern the documents that match a filter. */
interface ScopedJudgment {
  judgmentId: string;
  scope: Filter;
  appliesTo: Filter | null;
  /** Whether judgments judges the answer by itself. */
  isNotified: boolean;
}

interface Scopes {
  judgments: readonly ScopedJudgment[];
  /** The judgments whose scope reads what a change moves. */
  touched: InvalidationIndex;
}

const scopesOf = derivedOnce(({ judgments, hidden }: InForce): Scopes => {
  const all = [
    ...judgments.flatMap((one) => scopedJudgment(one, one.appliesToFilter, isJudgedOnChange(one))),
    ...hidden.flatMap((one) => scopedJudgment(one, null, false)),
  ];
  return { judgments: all, touched: compileInvalidationIndex(all) };
});

/** Empty where a write brings no document into a scope: time alone moves `created_within`, and a document only out of it. */
function scopedJudgment(
  judgment: KnownJudgment,
  appliesTo: Filter | null,
  isNotified: boolean,
): (ScopedJudgment & { readPaths: string[] })[] {
  const { judgmentId, fanout } = judgment;
  const [scope, where] = [scopeFilter(fanout.scope), scopeFilter(fanout.scope && { where: fanout.scope.where })];
  if (scope === null || where === null || !hasFanOuts(judgment)) return [];
  const readPaths = filterPaths(where);
  return readPaths.length === 0 ? [] : [{ judgmentId, scope, appliesTo, isNotified, readPaths }];
}

/**
 * The judgments into whose fan-out scope a change brings the document: fan-outs left its answer as it was, so that it may
 * have been made of what related documents no longer say.
 * @param known ids of judgments whose answers the change invalidates anyway
 * @returns by judgment id whether judgments is notified
 */
export function enteredScopes(
  { id, before, after }: Draft,
  inForce: InForce,
  nowMs: number,
  known: ReadonlySet<string>,
): Record<string, boolean> {
  const { judgments, touched } = scopesOf(inForce);
  if (before === null || after === null || judgments.length === 0) return {};
  const entered: Record<string, boolean> = {};
  let subjects: { was: Subject; is: Subject } | undefined;
  for (const index of touched(before, after)) {
    const { judgmentId, scope, appliesTo, isNotified } = judgments[index];
    if (known.has(judgmentId)) continue;
    subjects ??= { was: subjectOf(before), is: subjectAfter(id, after, nowMs) };
    const { was, is } = subjects;
    if (matches(scope, was, nowMs) || !matches(scope, is, nowMs)) continue;
    if (appliesTo === null || matches(appliesTo, is, nowMs)) entered[judgmentId] = isNotified;
  }
  return entered;
}
