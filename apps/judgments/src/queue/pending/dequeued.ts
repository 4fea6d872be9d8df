import { NamespaceRef } from '@app/contracts';
import { AnswerRecorded, answerRecordedBulk } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import type { AnswerKey } from '../../answer/answer';
import { groupBy } from './group-by';

/** An answer of an active version that is queued no longer, and that nobody judges. */
export type Dequeued = NamespaceRef &
  AnswerKey & {
    /** When its row was gone, by the database's clock. */
    at: Date;
  };

/** Adds the facts that answers are queued no longer, one for each namespace. No reader waits for them, so they are bulk. */
export async function sayDequeued(tx: Tx, dequeued: readonly Dequeued[]): Promise<void> {
  const groups = groupBy(dequeued, ({ organization, namespace }) => `${organization}\n${namespace}`);
  await addToOutbox(
    tx,
    [...groups.values()].map((group) => factRow(answerRecordedBulk, factOf(group))),
  );
}

function factOf(group: readonly Dequeued[]): AnswerRecorded {
  const [{ organization, namespace, at }] = group;
  return {
    organization,
    namespace,
    ask_id: null,
    units: 0,
    tokens: 0,
    by_judgment: {},
    answers: [],
    dequeued: group.map(({ document, judgmentId }) => ({ document, judgment_id: judgmentId })),
    recorded_at: timestamp(at.getTime()),
  };
}
