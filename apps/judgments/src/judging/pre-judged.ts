import type { FetchedDocument } from '@app/contracts';
import { matches, parseFilter } from '@app/filter';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import type { AnswerKey, ClaimedRow } from '../pending/pending';
import { readQueueKey } from '../pending/queue-key';

/**
 * What a judging ahead has seen of a document: its version; undefined where the version that is judged does not apply.
 * Documents knows of the active version alone, so its `wanted` says nothing here.
 */
export function seenAhead(
  { definition }: EffectiveJudgment,
  document: FetchedDocument,
  nowMs: number,
): number | undefined {
  if (!definition.applies_to) return document.version;
  const filter = parseFilter(definition.applies_to, { pointer: '', allow: { answers: false, within: false } });
  const subject = { ...document, answer: () => null } as Parameters<typeof matches>[1];
  return matches(filter, subject, nowMs) ? document.version : undefined;
}

/** Identifies the row of an answer among those of one claim. */
export function answerKey({ document, judgmentId }: AnswerKey): string {
  return `${document}\n${judgmentId}`;
}

/**
 * Whether an answer of record, made ahead or when the version was active last, may stand for a claimed row. Most rows
 * are told by their head and need no look: those of a version that has never been anything but active.
 */
export function mayBeRestored(row: ClaimedRow, judgment: EffectiveJudgment): boolean {
  if (row.isRenewed || (row.head?.answerId && row.head.version === storedActive(judgment))) return false;
  return row.isFree || judgment.isAnswered || readQueueKey(row.judgmentId).version !== null;
}
