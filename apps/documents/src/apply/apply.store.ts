import type { NamespaceRef } from '@app/contracts';
import type { RecordedAnswer } from '@app/contracts/judgments';
import type { Named, Tx } from '@app/persistence';
import { WatchedAnswer } from '../invalidation/drain/moved-answers';
import { mergeAnswers } from './merge';

/** An answer of the read model. */
export interface AnswerRef {
  document: string;
  judgment: string;
}

/** What applying a batch changed in one namespace. */
export interface AppliedAnswers {
  namespaceId: string;
  /** Revision of the organization, which the lock keeps until the transaction ends. */
  revision: number;
  applied: AnswerRef[];
  /** First answers that read an older version of the document; `version` is the wanted one. */
  invalidated: (AnswerRef & { version: number })[];
  /** Answers that other judgments read, each with the one that has replaced it. */
  watched?: WatchedAnswer[];
}

const apply: Named = { name: 'answers-apply', text: 'select apply_answers($1, $2, $3::jsonb) as result' };

/**
 * Applies answers under the locks of their documents.
 * @param isWatched whether other judgments read the answers of a judgment
 * @returns null when the namespace does not exist
 */
export async function applyAnswers(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  answers: readonly RecordedAnswer[],
  isWatched: (judgmentId: string) => boolean,
): Promise<AppliedAnswers | null> {
  const values = [organization, namespace, JSON.stringify(mergeAnswers(answers, isWatched))];
  const { rows } = await tx.query<{
    result: (Omit<AppliedAnswers, 'namespaceId'> & { namespace_id: number }) | null;
  }>(apply, values);
  const [{ result }] = rows;
  if (result === null) return null;
  const { namespace_id, ...applied } = result;
  return { ...applied, namespaceId: String(namespace_id) };
}
