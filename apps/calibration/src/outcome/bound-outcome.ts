import { AnswerInForce } from '@app/contracts/judgments';
import { invalid } from '@app/problem';
import { Label, labelOf } from './label/label';
import { PostedOutcome, unnamedIdentity } from './posted-outcome';

/** A posted outcome with the answer that it labels. */
export interface BoundOutcome extends PostedOutcome {
  label: Label | null;
  firstAnswerAt: string | null;
  /** Whether its document was deleted before the outcome was observed: no answer was in force any more. */
  isAfterDeletion: boolean;
  /** Whether no answer was found because it may be kept no longer. */
  isExpired: boolean;
  /** Whether its document ever had an answer of the judgment, as far as is known. */
  hadAnswer: boolean;
  /** Identity that the same outcome had while it labelled no answer; null when it had none but its own. */
  unmatchedIdentity: string | null;
}

/**
 * Binds an outcome to the answer that judgments found. A named answer of another document does not count. With
 * `as_of: "latest"` the answer becomes part of the identity, so that the next answer of the document can be labelled too.
 */
export function bind(posted: PostedOutcome, found: AnswerInForce): BoundOutcome {
  const isOwn = found.answer === null || found.answer.document === posted.document;
  const isAfterDeletion = isDeletedBefore(posted, found);
  const label = isOwn && !isAfterDeletion ? labelOf(found.answer) : null;
  const bound = {
    ...posted,
    label,
    isAfterDeletion,
    isExpired: found.expired === true,
    firstAnswerAt: found.first_answer_at,
    hadAnswer:
      found.answer !== null || found.first_answer_at !== null || found.deleted_at !== undefined || !!found.expired,
    unmatchedIdentity: unnamedIdentity(posted),
  };
  if (posted.asOf !== 'latest' || posted.answer !== null || label === null) return bound;
  return { ...bound, identity: identityInForce(posted.identity, label.answerId), unmatchedIdentity: posted.identity };
}

/** An outcome without a time is observed now. */
function isDeletedBefore({ observedAtMs }: PostedOutcome, { deleted_at: deletedAt }: AnswerInForce): boolean {
  if (deletedAt === undefined) return false;
  return observedAtMs === null || observedAtMs > Date.parse(deletedAt);
}

/** The identity of an outcome with `as_of: "latest"`, once it has its answer. `binding.store` writes the same in SQL. */
function identityInForce(identity: string, answerId: string): string {
  return `${identity}&in_force=${answerId}`;
}

/**
 * Refuses outcomes that name an answer which the document never had: stored, they would wait for ever. One that is old enough
 * may have been dropped, and is stored unmatched.
 * @throws Problem `invalid_request`, reason `unknown_answer`
 */
export function refuseUnknownAnswers(posts: readonly PostedOutcome[], found: readonly AnswerInForce[]): void {
  for (const { index, answer, document } of posts) {
    if (answer === null || found[index].answer !== null || found[index].expired) continue;
    const path = `/outcomes/${index}/answer`;
    throw invalid(
      'unknown_answer',
      path,
      `The document \`${document}\` never had the answer \`${answer}\` of this judgment; name one of its history, or leave \`answer\` out.`,
    );
  }
}

/** Why an outcome without a label has none. */
export function unmatchedReason({ answer, isAfterDeletion, isExpired }: BoundOutcome): string {
  if (isAfterDeletion) return 'document_deleted';
  if (isExpired) return 'answer_expired';
  return answer === null ? 'no_answer_at_as_of' : 'answer_not_found';
}

/**
 * Whether the answer may have known what happened. Such labels take part in fits, and reports count them apart: with
 * `as_of: "latest"`, with an `as_of` after the observation, or with an answer that was judged after it.
 */
export function isHindsight({ asOf, observedAtMs, label }: BoundOutcome): boolean {
  if (asOf === 'latest') return true;
  if (observedAtMs === null) return false;
  return (asOf !== null && asOf > observedAtMs) || (label !== null && Date.parse(label.judgedAt) > observedAtMs);
}
