import type { NamespaceRef } from '@app/contracts';
import type { Named, Tx } from '@app/persistence';
import type { AnswerRef, AppliedAnswers } from './apply.store';

/** An answer that was asked for and that nobody judges any more. */
export interface Dequeued extends AnswerRef {
  /** The moment since which the queue of judgments holds it no longer, RFC 3339. */
  at: string;
  /** Whether a write queues it again by itself. */
  on_change: boolean;
}

const dequeue: Named = { name: 'answers-dequeue', text: 'select dequeue_answers($1, $2, $3::jsonb) as result' };

/**
 * Deletes the rows of answers that were asked for and never came, under the locks of their documents.
 * @returns the answers whose row is gone, as applied ones; null when the namespace does not exist
 */
export async function dequeueAnswers(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  answers: readonly Dequeued[],
): Promise<AppliedAnswers | null> {
  const { rows } = await tx.query<{
    result: { namespace_id: number; revision: number; dequeued: AnswerRef[] } | null;
  }>(dequeue, [organization, namespace, JSON.stringify(answers)]);
  const [{ result }] = rows;
  if (result === null) return null;
  const { namespace_id, revision, dequeued } = result;
  return { namespaceId: String(namespace_id), revision, applied: dequeued, invalidated: [] };
}
