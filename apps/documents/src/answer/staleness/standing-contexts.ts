import { type JudgedDocument, compareContexts, sameHash } from '@app/context';
import { StoredDocument, subjectOf } from '../../document/document';
import { Draft } from '../../document/draft';
import { InForce, JudgmentInForce, appliesTo } from '../../namespace/snapshot/in-force';
import { KnownContext } from '../../namespace/snapshot/known-judgment';
import { InvalidatedAnswers } from './invalidated-answers';

/** Of attributes and state. Larger documents are judged again without a comparison, which would hold up the process. */
const maxDocumentBytes = 16 * 1024;
/** With more judgments touched, most of them read what differs. */
const maxJudgments = 8;

/** A judgment that reads the document alone. */
type Comparable = JudgmentInForce & { context: KnownContext };

/** A changed document, and the judgments whose context may be the same as before. */
export interface Comparison {
  id: string;
  before: JudgedDocument;
  after: JudgedDocument;
  judgments: readonly Comparable[];
  /** Ids of those whose context surely is the same. */
  same: ReadonlySet<string>;
}

/**
 * The judgments that a change touches whose context may be the same as before: they read this document alone,
 * applied to it before, and differ in nothing that is cut last. Counts no token.
 * @param set of the draft
 * @param bytes of the document after the change
 */
export function comparisonOf(
  { id, before, after }: Draft,
  { judge, invalidate }: InvalidatedAnswers,
  inForce: InForce,
  bytes: number,
  nowMs: number,
): Comparison | null {
  const touched = [...judge, ...invalidate];
  if (before === null || after === null || touched.length > maxJudgments) return null;
  if (Math.max(before.bytes, bytes) > maxDocumentBytes) return null;
  const was = judged(before);
  // No context that is compared reads when the document was updated.
  const is = judged({ ...before, attributes: after.attributes, state: after.state, images: after.images });
  const same = new Set<string>();
  const judgments = touched.flatMap((judgmentId): Comparable[] => {
    const judgment = inForce.byId.get(judgmentId);
    if (!judgment || !isComparable(judgment) || !appliesTo(judgment, subjectOf(before), nowMs)) return [];
    const likeness = compareContexts({ ...judgment.context, nowMs }, was, is);
    if (likeness === 'same') same.add(judgmentId);
    return likeness === 'same' || likeness === 'unknown' ? [judgment] : [];
  });
  return judgments.length === 0 ? null : { id, before: was, after: is, judgments, same };
}

/** Whether an engine would read the same for a judgment of a comparison. Compiles both contexts where that is not sure. */
export function standsFor(
  { before, after, same }: Comparison,
  { judgmentId, context }: Comparable,
  nowMs: number,
): boolean {
  return same.has(judgmentId) || sameHash({ ...context, nowMs }, before, after);
}

/** Whether the context of a judgment is compared with the one before a change: it reads the document alone. */
export function isComparable(judgment: JudgmentInForce): judgment is Comparable {
  return judgment.context !== null && judgment.edges.length === 0;
}

function judged({ id, attributes, state, images, created_at, updated_at }: StoredDocument): JudgedDocument {
  return { id, attributes, state, images: images as Record<string, string>, created_at, updated_at };
}
