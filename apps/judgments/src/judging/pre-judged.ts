import type { FetchedDocument } from '@app/contracts/documents';
import type { Definition } from '@app/definition';
import { matches, parseFilter } from '@app/filter';
import { EffectiveJudgment, storedActive } from '../judgment/definition/judgment';
import { ClaimedRow, isPreJudged } from '../queue/pending/pending';

/**
 * The version that judging sees of a document; undefined where the judgment does not apply to it. Documents says this for
 * active versions as the wanted version. Of a version that is not active it knows nothing, so its `applies_to` decides.
 */
export function seenVersionOf(
  row: ClaimedRow,
  { definition }: EffectiveJudgment,
  document: FetchedDocument,
  nowMs: number,
): number | undefined {
  if (!isPreJudged(row)) return document.wanted[row.judgmentId];
  return appliesTo(definition, document, nowMs) ? document.version : undefined;
}

/** Whether a definition applies to a document, by its own `applies_to`. */
export function appliesTo(definition: Definition, document: FetchedDocument, nowMs: number): boolean {
  if (!definition.applies_to) return true;
  const filter = parseFilter(definition.applies_to, { pointer: '', allow: { answers: false, within: false } });
  const subject = { ...document, answer: () => null } as Parameters<typeof matches>[1];
  return matches(filter, subject, nowMs);
}

/**
 * Whether an answer of record may stand for a claimed row: one that was pre-judged, or from when the version was active
 * last. Most rows need no look, since their version has never been anything but active, or their head is of this version.
 */
export function mayBeReinstated(row: ClaimedRow, judgment: EffectiveJudgment): boolean {
  if (row.isRenewed || (row.head?.answerId && row.head.version === storedActive(judgment))) return false;
  return row.needsNoEngine || judgment.hasEarlierAnswers || isPreJudged(row);
}
