import { AnswerRecorded, answerRecordedBulk, answerRecordedLive } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { OutboxRow, factRow } from '@app/persistence';
import type { BackfillCount } from '../backfill/backfill.store';
import { groupBy } from '../queue/pending/group-by';
import { isBulk } from '../queue/pending/lane';
import type { ClaimedRow } from '../queue/pending/pending';
import { Held, retryOf } from './held';
import { Recorded, unitsByJudgment } from './outcome';

/** One fact an entry, with what was recorded of it. */
export function factsOf(held: readonly Held[], recorded: readonly Recorded[]): OutboxRow[] {
  const pairs = held.map(({ entry, outcome, row }, i) => ({ entry, outcome, row, recorded: recorded[i] }));
  return [...groupBy(pairs, ({ entry }) => entry)].flatMap(([entry, group]) => {
    const all = group.map((one) => one.recorded);
    const published = all.filter(({ isPreJudged }) => !isPreJudged).map(({ answer }) => answer);
    // A pre-judged answer concerns billing alone, and nobody when no engine was asked.
    if (published.length === 0 && entry.askId === null) return [];
    const units = all.map(({ answer }) => ({ judgmentId: answer.judgment_id, units: answer.units }));
    const payload: AnswerRecorded = {
      organization: entry.claim.organization,
      namespace: entry.claim.namespace,
      ask_id: entry.askId,
      units: units.reduce((sum, one) => sum + one.units, 0),
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
      by_judgment: unitsByJudgment(units),
      answers: published,
      recorded_at: timestamp(group[0].row.now.getTime()),
    };
    const bulk = group.every(({ outcome }) => isBulk(outcome.row.lane));
    const { traceparent } = group[0].outcome.row;
    return [factRow(bulk ? answerRecordedBulk : answerRecordedLive, payload, traceparent)];
  });
}

/** What was recorded for backfills, by job. Of several that want one answer only the one that pays counts its cost. */
export function backfillCounts(held: readonly Held[]): BackfillCount[] {
  const wanted = held.flatMap(({ outcome }) =>
    jobsOf(outcome.row).map((job) => ({ job, outcome, isPaying: job === outcome.row.job })),
  );
  return [...groupBy(wanted, ({ job }) => job)].map(([job, group]) => {
    const answered = group.flatMap(({ outcome, isPaying }) =>
      outcome.kind === 'answered' && isPaying ? [outcome] : [],
    );
    const failed = group.filter(({ outcome }) => outcome.kind === 'failed');
    return {
      job,
      answered: answered.length,
      // An answer that another backfill has paid for is there as if it had been there before.
      unchanged: group.length - answered.length - failed.length,
      failed: failed.filter(({ outcome }) => retryOf(outcome) === null).length,
      units: answered.reduce((sum, { units }) => sum + units, 0),
      tokens: answered.reduce((sum, { tokens }) => sum + tokens, 0),
      usd: answered.reduce((sum, { costUsd }) => sum + costUsd, 0),
    };
  });
}

function jobsOf({ job, otherJobs }: ClaimedRow): string[] {
  return job === null ? [] : [job, ...otherJobs];
}
