import type { Subject } from '@app/filter';
import { Draft, subjectAfter } from '../../document/draft';
import { InForce, appliesTo, derivedOnce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { mayHaveApplied } from './earlier-versions';
import { enteredScopes } from './entered-scopes';
import { compileInvalidationIndex } from './invalidation-index';

/** The answers of one document that its change invalidates. Most documents of a batch have the same. */
export interface InvalidatedAnswers {
  /** Ids of judgments that must judge the document again. The commit invalidates their answers and notifies judgments. */
  judge: string[];
  /** Ids of judgments whose answers the commit invalidates without a notification. */
  invalidate: string[];
  /** The active version by judgment id. The commit invalidates an answer of another version only. */
  invalidateOtherVersions: Record<string, number>;
  /**
   * Judgments into whose fan-out scope the document has come, and whether they are notified. The commit invalidates answers
   * that exist, as a related change does.
   */
  entered: Record<string, boolean>;
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

/** Judgments by their ids, beside those that a change touches by its paths. */
export interface Exceptions {
  /** They read the same as before, although the change touches a path of theirs. */
  standing?: ReadonlySet<string>;
  /** They read an answer about the document that begins or ceases to count with the change. */
  recounted?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * The answers that a draft invalidates, of judgments that apply to the document after the change. Where a judgment does not, it
 * invalidates answers of versions that did when they were active, and may be again.
 */
export function invalidatedAnswers(
  draft: Draft,
  inForce: InForce,
  nowMs: number,
  { standing = none, recounted = none }: Exceptions = {},
): InvalidatedAnswers {
  const { before, after } = draft;
  const found: InvalidatedAnswers = { judge: [], invalidate: [], invalidateOtherVersions: {}, entered: {} };
  if (after === null) return found;
  const indexes = indexesOf(inForce);
  let subject: Subject | undefined;
  for (const index of withRecounted(indexes.judgments(before, after), inForce.judgments, recounted)) {
    const judgment = inForce.judgments[index];
    if (standing.has(judgment.judgmentId)) continue;
    if (judgment.appliesToFilter !== null) {
      subject ??= subjectAfter(draft.id, after, nowMs);
      if (!appliesTo(judgment, subject, nowMs)) {
        // Its own answer waits until the document comes back, which invalidates it; another version's may be read before.
        const mayReturn = before !== null && mayHaveApplied(inForce, judgment, subject, nowMs);
        if (mayReturn) found.invalidateOtherVersions[judgment.judgmentId] = judgment.activeVersion;
        continue;
      }
    }
    if (isJudgedOnChange(judgment)) found.judge.push(judgment.judgmentId);
    // A new document has no answers yet.
    else if (before !== null) found.invalidate.push(judgment.judgmentId);
  }
  if (before === null) return found;
  // The answers of a hidden judgment are read again when it comes back into force.
  for (const index of withRecounted(indexes.hidden(before, after), inForce.hidden, recounted)) {
    found.invalidate.push(inForce.hidden[index].judgmentId);
  }
  const known = new Set([...found.judge, ...found.invalidate]);
  for (const index of indexes.earlierPaths(before, after)) {
    const { judgmentId, activeVersion } = indexes.earlier[index];
    if (!known.has(judgmentId)) found.invalidateOtherVersions[judgmentId] = activeVersion;
  }
  found.entered = enteredScopes(draft, inForce, nowMs, known);
  return found;
}

/** The indexes with those of the recounted judgments, ascending. */
function withRecounted(
  found: readonly number[],
  judgments: readonly { judgmentId: string }[],
  recounted: ReadonlySet<string>,
): readonly number[] {
  if (recounted.size === 0) return found;
  const touched = new Set(found);
  return judgments.flatMap(({ judgmentId }, index) => (touched.has(index) || recounted.has(judgmentId) ? [index] : []));
}
