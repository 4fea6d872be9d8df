import type { RecordedAnswer } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { besides, fromRow, watermarked } from '../answer/answer';
import type { RecordedContext } from '../erasure/erased-images';
import { isPreJudged } from '../queue/pending/pending';
import type { Held, HeldRow } from './held';
import { Answered, Failed, Outcome, Recorded, Remade, Same, rawMembers } from './outcome';

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
  return {
    entry,
    kind: outcome.kind,
    namespaceId: entry.claim.namespaceId,
    answer: { ...membersOf(outcome, row, answerId), ...common, ...watermarked(outcome.watermark) },
    isPreJudged: isPreJudged(outcome.row),
    tokens: answered?.tokens ?? 0,
    costUsd: answered?.costUsd ?? 0,
    lagMs: row.now.getTime() - row.first_touch_at.getTime(),
  };
}

type Members = Omit<RecordedAnswer, 'document' | 'judgment_id' | 'name'>;

function membersOf(outcome: Outcome, row: HeldRow, answerId: string | null): Members {
  switch (outcome.kind) {
    case 'reinstated':
      return { ...fromRow(outcome.stored), record: Number(row.record), seen: outcome.seenVersion, units: 0 };
    case 'remade':
      return remadeMembers(outcome, row, answerId);
    default:
      return answerOf(outcome, row, answerId);
  }
}

function remadeMembers(outcome: Remade, row: HeldRow, answerId: string | null): Members {
  const { stored, number, combiner, observation } = outcome;
  return {
    ...fromRow(stored),
    record: Number(row.record),
    answer_id: answerId,
    document_version: outcome.documentVersion,
    seen: outcome.seenVersion,
    judged_at: timestamp(row.now.getTime()),
    number,
    units: 0,
    truncated: observation.truncated,
    ...besides({ features: observation.features, parts: stored.parts, combiner }),
  };
}

function answerOf(outcome: Same | Failed | Answered, row: HeldRow, answerId: string | null): Members {
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
    ...(answered && besides({ ...answered, features: answered.observation.features })),
  };
}
