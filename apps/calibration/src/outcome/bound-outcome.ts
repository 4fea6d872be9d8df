import { AnswerInForce } from '@app/contracts';
import { Label, labelOf } from '../label/label';
import { PostedOutcome, unnamedIdentity } from './posted-outcome';

/** A posted outcome with the answer that it labels. */
export interface BoundOutcome extends PostedOutcome {
  label: Label | null;
  firstAnswerAt: string | null;
  /** Identity that the same outcome had while it labelled no answer; null when it had none but its own. */
  unmatchedIdentity: string | null;
}

/**
 * Binds an outcome to the answer that judgments found. A named answer of another document does not count. With
 * `as_of: "latest"` the answer becomes part of the identity, so that the next answer of the document can be labelled too.
 */
export function bind(posted: PostedOutcome, found: AnswerInForce): BoundOutcome {
  const isOwn = found.answer === null || found.answer.document === posted.document;
  const label = isOwn ? labelOf(found.answer) : null;
  const bound = { ...posted, label, firstAnswerAt: found.first_answer_at, unmatchedIdentity: unnamedIdentity(posted) };
  if (posted.asOf !== 'latest' || posted.answer !== null || label === null) return bound;
  return { ...bound, identity: identityInForce(posted.identity, label.answerId), unmatchedIdentity: posted.identity };
}

/** The identity of an outcome with `as_of: "latest"`, once it has its answer. `binding.store` writes the same in SQL. */
function identityInForce(identity: string, answerId: string): string {
  return `${identity}&in_force=${answerId}`;
}

/** Why an outcome without a label has none. */
export function unmatchedReason({ answer }: Pick<BoundOutcome, 'answer'>): string {
  return answer === null ? 'no_answer_at_as_of' : 'answer_not_found';
}
