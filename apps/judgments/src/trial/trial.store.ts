import { AnswerRecorded, answerRecordedLive } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { Database, addToOutbox, factRow } from '@app/persistence';
import { EngineUses } from '../copy/engine/engine-uses';
import type { PlannedAsk } from '../judging/planned-ask';
import type { Claim } from '../queue/pending/pending';
import type { Outcome } from '../record/outcome';

/**
 * Trials count under this name in usage. Their judgments have an id only while they are tried, which nobody could read
 * there; the ids of many trials would take the places of real judgments.
 */
const usageName = 'try';

/** An ask of a trial with what it came to. */
export interface TrialAsk {
  ask: PlannedAsk;
  outcomes: Outcome[];
}

/**
 * Publishes what a trial used, one fact an ask, so that billing settles it. The facts have no answers to apply.
 * @param namespaceId compact id of the namespace whose contexts were sent
 */
export async function publishTrial(
  db: Database,
  uses: EngineUses,
  claim: Claim,
  namespaceId: string,
  asked: readonly TrialAsk[],
): Promise<void> {
  if (asked.length === 0) return;
  const rows = asked.map(({ ask, outcomes }) => {
    const answered = outcomes.flatMap((outcome) => (outcome.kind === 'answered' ? [outcome] : []));
    const units = answered.reduce((sum, one) => sum + one.units, 0);
    const payload: AnswerRecorded = {
      organization: claim.organization,
      namespace: claim.namespace,
      ask_id: ask.id,
      units,
      tokens: answered.reduce((sum, { tokens }) => sum + tokens, 0),
      by_judgment: units > 0 ? { [usageName]: units } : {},
      answers: [],
      recorded_at: timestamp(claim.nowMs),
    };
    return factRow(answerRecordedLive, payload);
  });
  await db.transaction('judgments.trial', async (tx) => {
    await uses.note(
      tx,
      asked.map(({ ask }) => ({ namespaceId, engine: { name: ask.engine.name, version: ask.engine.version } })),
    );
    await addToOutbox(tx, rows);
  });
}
