import { DATABASE } from '@app/boot';
import { AnswerRecorded, answerRecordedLive } from '@app/contracts';
import { timestamp } from '@app/observability';
import { Database, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Outcome } from '../record/outcome';
import { PlannedAsk } from '../judging/plan';
import { Claim } from '../pending/pending';

/** A trial's one trace: what it used, told to billing as any ask is. */
@Injectable()
export class TrialStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** A fact an ask, without answers: nothing is there to fold. */
  async settle(claim: Claim, asked: readonly { ask: PlannedAsk; outcomes: readonly Outcome[] }[]): Promise<void> {
    if (asked.length === 0) return;
    const rows = asked.map(({ ask, outcomes }) => {
      const answered = outcomes.flatMap((outcome) => (outcome.kind === 'answered' ? [outcome] : []));
      const payload: AnswerRecorded = {
        organization: claim.organization,
        namespace: claim.namespace,
        ask_id: ask.id,
        units: answered.reduce((sum, { units }) => sum + units, 0),
        tokens: answered.reduce((sum, { tokens }) => sum + tokens, 0),
        by_judgment: Object.fromEntries(answered.map(({ row, units }) => [row.judgmentId, units])),
        answers: [],
        recorded_at: timestamp(claim.nowMs),
      };
      return factRow(answerRecordedLive, payload);
    });
    await this.db.transaction('judgments.trial', async (tx) => {
      await addToOutbox(tx, rows);
    });
  }
}
