import {
  AnswerRecorded,
  ScoredLabel,
  ScoringRecorded,
  answerRecordedBulk,
  scoringRecorded,
} from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { OutboxRow, factRow } from '@app/persistence';
import { groupBy } from '../queue/pending/group-by';
import type { Scored } from './scoring';

/** Bytes of the labels of one fact; a label with 254 options has up to 80,000. */
const maxFactBytes = 250_000;

/** What billing charges: one fact an ask, without answers to apply. Free rows and skipped labels are not billed. */
export function chargesOf(scored: readonly Scored[], now: Date): OutboxRow[] {
  return scored.flatMap(({ claim, ask, askId, result }) => {
    const scoring = claim.rows.get(ask.alternative)!;
    if (askId === null || scoring.free) return [];
    const payload: AnswerRecorded = {
      organization: claim.organization,
      namespace: ask.namespace,
      ask_id: askId,
      units: result.units,
      tokens: result.tokens,
      by_judgment: { [scoring.judgmentId]: result.units },
      answers: [],
      recorded_at: timestamp(now.getTime()),
    };
    return [factRow(answerRecordedBulk, payload)];
  });
}

/** What calibration keeps: the labels of each row together, in facts of a bounded size. */
export function recordedFacts(scored: readonly Scored[], stopped: ReadonlySet<string>, now: Date): OutboxRow[] {
  const answeredAt = timestamp(now.getTime());
  return [...groupBy(scored, rowKeyOf)].flatMap(([key, group]) => {
    const [{ claim, ask }] = group;
    const { judgmentId } = claim.rows.get(ask.alternative)!;
    const common = {
      organization: claim.organization,
      judgment_id: judgmentId,
      run: claim.run,
      alternative: ask.alternative,
      stopped: stopped.has(key),
    };
    const labels = group.map(({ ask: one, result }): ScoredLabel => ({
      namespace: one.namespace,
      document: one.document,
      answer: one.answerId,
      ...result,
      answered_at: answeredAt,
    }));
    return parts(labels).map((some): OutboxRow => {
      const payload: ScoringRecorded = { ...common, labels: some };
      return factRow(scoringRecorded, payload);
    });
  });
}

/** A row of a run. */
export function rowKeyOf({ claim, ask }: Pick<Scored, 'claim' | 'ask'>): string {
  return `${claim.run}\n${ask.alternative}`;
}

function parts(labels: readonly ScoredLabel[]): ScoredLabel[][] {
  const all: ScoredLabel[][] = [];
  let bytes = Infinity;
  for (const label of labels) {
    const size = Buffer.byteLength(JSON.stringify(label));
    if (bytes + size > maxFactBytes) {
      all.push([]);
      bytes = 0;
    }
    all[all.length - 1].push(label);
    bytes += size;
  }
  return all;
}
