import { matches } from '@app/filter';
import type { Filter, Subject } from '@app/filter';
import { sameJson } from '@app/json';
import { InForce, JudgmentInForce, appliesToFilter, derivedOnce } from '../../namespace/snapshot/in-force';

/** By judgment id, `applies_to` of versions that were active before, where it differs from that of the active version. */
const earlierFilters = derivedOnce(({ judgments }: InForce) => {
  const all = new Map<string, (Filter | null)[]>();
  for (const { judgmentId, appliesTo, earlierAppliesTo } of judgments) {
    const others = earlierAppliesTo.filter((one) => !sameJson(one, appliesTo));
    if (appliesTo !== null && others.length > 0) all.set(judgmentId, others.map(appliesToFilter));
  }
  return all;
});

/**
 * Whether a version that was active before applies to a document, to which the active version does not apply: it may have an
 * answer of that version, which is read again when the version is active again.
 */
export function mayHaveApplied(
  inForce: InForce,
  { judgmentId }: Pick<JudgmentInForce, 'judgmentId'>,
  subject: Subject,
  nowMs: number,
): boolean {
  const filters = earlierFilters(inForce).get(judgmentId) ?? [];
  return filters.some((filter) => filter === null || matches(filter, subject, nowMs));
}
