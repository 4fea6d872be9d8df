import type { NamespaceRef } from '@app/contracts';
import { DocumentChanged, documentChangedBulk } from '@app/contracts/documents';
import type { Cause } from '@app/definition';
import { OutboxRow, factRow } from '@app/persistence';
import type { WaitingAnswer } from './waiting-walk.store';

type PublishedCause = DocumentChanged['cause'];

/**
 * Why judgments judges an answer that has waited: what a fan-out invalidated counts against the rolling limit, what an interval
 * did is asked again, and everything else is judged behind the changes of now.
 */
const published: Partial<Record<Cause, PublishedCause>> = { fanout: 'fanout', interval: 'interval' };

/** The facts that have answers of one judgment queued, one for each cause; bulk, since nobody waits for them. */
export function waitingFacts(
  { organization, namespace }: NamespaceRef,
  judgmentId: string,
  answers: readonly WaitingAnswer[],
  since: Date,
): OutboxRow[] {
  const byCause = new Map<PublishedCause, WaitingAnswer[]>();
  for (const answer of answers) {
    const cause = (answer.cause && published[answer.cause]) ?? 'column';
    byCause.set(cause, [...(byCause.get(cause) ?? []), answer]);
  }
  return [...byCause].map(([cause, waiting]) => {
    const documents = waiting.map(({ document_id: id, wanted }) => ({ id, version: Number(wanted), set: 0 }));
    const about = { organization, namespace, cause, changed_at: since.toISOString() };
    return factRow(documentChangedBulk, { ...about, sets: [[judgmentId]], documents });
  });
}
