import type { Subject } from '@app/filter';
import { Draft, subjectAfter } from '../../document/draft';
import { InForce, appliesTo, derivedOnce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { compileInvalidationIndex } from './invalidation-index';

/** The answers of one document that its change invalidates. Most documents of a batch have the same. */
export interface InvalidatedAnswers {
  /** Ids of judgments that must judge the document again. The commit invalidates their answers and notifies judgments. */
  judge: string[];
  /** Ids of judgments whose answers the commit invalidates without a notification. */
  invalidate: string[];
  /** The active version by judgment id. The commit invalidates an answer of another version only. */
  invalidateOtherVersions: Record<string, number>;
}

const indexesOf = derivedOnce(({ judgments, hidden }: InForce) => {
  const earlier = [...judgments, ...hidden].filter(({ earlierPaths }) => earlierPaths.length > 0);
  return {
    judgments: compileInvalidationIndex(judgments),
    hidden: compileInvalidationIndex(hidden),
    earlier,
    earlierPaths: compileInvalidationIndex(earlier.map(({ earlierPaths }) => ({ readPaths: earlierPaths }))),
  };
});

const none: ReadonlySet<string> = new Set();

/**
 * The answers that a draft invalidates, of judgments that apply to the document after the change.
 * @param standing ids of judgments that read the same as before, although the change touches a path of theirs
 */
export function invalidatedAnswers(
  draft: Draft,
  inForce: InForce,
  nowMs: number,
  standing: ReadonlySet<string> = none,
): InvalidatedAnswers {
  const { before, after } = draft;
  const found: InvalidatedAnswers = { judge: [], invalidate: [], invalidateOtherVersions: {} };
  if (after === null) return found;
  const indexes = indexesOf(inForce);
  let subject: Subject | undefined;
  for (const index of indexes.judgments(before, after)) {
    const judgment = inForce.judgments[index];
    if (standing.has(judgment.judgmentId)) continue;
    if (judgment.appliesToFilter !== null) {
      subject ??= subjectAfter(draft.id, after, nowMs);
      if (!appliesTo(judgment, subject, nowMs)) continue;
    }
    if (isJudgedOnChange(judgment)) found.judge.push(judgment.judgmentId);
    // A new document has no answers yet.
    else if (before !== null) found.invalidate.push(judgment.judgmentId);
  }
  if (before === null) return found;
  // The answers of a hidden judgment are read again when it comes back into force.
  for (const index of indexes.hidden(before, after)) found.invalidate.push(inForce.hidden[index].judgmentId);
  const known = new Set([...found.judge, ...found.invalidate]);
  for (const index of indexes.earlierPaths(before, after)) {
    const { judgmentId, activeVersion } = indexes.earlier[index];
    if (!known.has(judgmentId)) found.invalidateOtherVersions[judgmentId] = activeVersion;
  }
  return found;
}
