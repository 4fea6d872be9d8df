import type { ReadAnswer } from './document-view';
import { Again, isFromBefore } from './judge-query';

/** What became of the documents of a request to judge; a document that the judgment does not apply to is in neither. */
export interface JudgeCounts {
  /** Documents that got a new answer. */
  asked: number;
  /** Documents that keep the answer that they had. */
  kept: number;
}

type Answers = ReadonlyMap<string, readonly ReadAnswer[]>;

/**
 * @param before, after the answers by document, before and after judging
 * @param again a repetition of the request finds answers that are of its own moment: they count as asked
 */
export function countsOf(judgment: string, before: Answers, after: Answers, again?: Again): JudgeCounts {
  const counts = { asked: 0, kept: 0 };
  for (const [id, answers] of after) {
    const now = ofJudgment(answers, judgment);
    if (now === undefined) continue;
    const isOfRequest = again !== undefined && !isFromBefore(now, again);
    if (isOfRequest || isNew(ofJudgment(before.get(id), judgment), now)) counts.asked += 1;
    else counts.kept += 1;
  }
  return counts;
}

/** The answers that were to be asked again and of which nothing came: the engine, or judgments, gave no answer in time. */
export function unanswered(before: Answers, after: Answers, again: Again | undefined): Set<ReadAnswer> {
  const open = new Set<ReadAnswer>();
  if (again === undefined) return open;
  for (const [id, answers] of after) {
    const now = ofJudgment(answers, again.judgment);
    const then = ofJudgment(before.get(id), again.judgment);
    if (now && then && isFromBefore(now, again) && now.row?.record === then.row?.record) open.add(now);
  }
  return open;
}

/** An answer that is in force again is from before, and no new one. */
function isNew(then: ReadAnswer | undefined, now: ReadAnswer): boolean {
  const [before, after] = [then?.row?.body, now.row?.body];
  return after != null && after.id !== before?.id && after.judgedAt >= (before?.judgedAt ?? '');
}

function ofJudgment(answers: readonly ReadAnswer[] | undefined, judgment: string): ReadAnswer | undefined {
  return answers?.find((answer) => answer.judgment.name === judgment);
}
