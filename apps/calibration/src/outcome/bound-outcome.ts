import { AnswerInForce } from '@app/contracts';
import { Label, labelOf } from '../label/label';
import { PostedOutcome } from './posted-outcome';

/** A posted outcome with the answer that it labels. */
export interface BoundOutcome extends PostedOutcome {
  label: Label | null;
  firstAnswerAt: string | null;
}

/** Binds an outcome to the answer that judgments found. A named answer of another document does not count. */
export function bind(posted: PostedOutcome, found: AnswerInForce): BoundOutcome {
  const isOwn = found.answer === null || found.answer.document === posted.document;
  return { ...posted, label: isOwn ? labelOf(found.answer) : null, firstAnswerAt: found.first_answer_at };
}
