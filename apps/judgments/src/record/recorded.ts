import type { RecordedAnswer } from '@app/contracts';
import { timestamp } from '@app/observability';
import { fromRow } from '../answer/answer';
import type { RecordedContext } from '../erasure/erased-images';
import { isPreJudged } from '../pending/pending';
import type { Held, HeldRow } from './held';
import { Answered, Outcome, Recorded, Reinstated, rawMembers } from './outcome';

/** The contexts of answers, for images that were erased while their asks were in flight. */
export function recordedContexts(held: readonly Held[]): RecordedContext[] {
  return held.flatMap(({ entry: { claim }, outcome }) => {
    if (outcome.kind !== 'answered') return [];
    const { contextHash: hash, contextImages: images, row } = outcome;
    return [{ namespaceId: claim.namespaceId, document: row.document, hash, images, readAtMs: claim.nowMs }];
  });
}

/** An outcome as the fact carries it. */
export function toRecorded({ entry, outcome, row, answerId }: Held): Recorded {
  const answered = outcome.kind === 'answered' ? outcome : null;
  const common = { document: outcome.row.document, judgment_id: outcome.row.judgmentId, name: outcome.judgmentName };
  const answer =
    outcome.kind === 'reinstated'
      ? { ...fromRow(outcome.stored), ...common, record: Number(row.record), seen: outcome.seenVersion, units: 0 }
      : { ...common, ...answerOf(outcome, row, answerId) };
  return {
    namespaceId: entry.claim.namespaceId,
    answer,
    isPreJudged: isPreJudged(outcome.row),
    tokens: answered?.tokens ?? 0,
    costUsd: answered?.costUsd ?? 0,
  };
}

function answerOf(
  outcome: Exclude<Outcome, Reinstated>,
  row: HeldRow,
  answerId: string | null,
): Omit<RecordedAnswer, 'document' | 'judgment_id' | 'name'> {
  const answered: Answered | null = outcome.kind === 'answered' ? outcome : null;
  return {
    record: Number(row.record),
    answer_id: outcome.kind === 'same' ? (outcome.row.head?.answerId ?? null) : answerId,
    version: outcome.version,
    document_version: outcome.documentVersion,
    seen: outcome.seenVersion,
    same: outcome.kind === 'same',
    failure: outcome.kind === 'failed' ? outcome.failure : null,
    engine: outcome.engine,
    engine_version: outcome.kind === 'failed' ? null : outcome.engineVersion,
    judged_at: timestamp(row.now.getTime()),
    truncated: answered?.truncated ?? false,
    ...rawMembers(answered),
    units: answered?.units ?? 0,
  };
}
