import type { FeatureInputs, UnavailableReason } from '@app/definition';
import type { Earlier } from '../../question/observation';
import type { Snapshot } from '../../question/previous';
import type { ClaimedRow, Head } from './pending';

/** A row of the claim statement. `active_` marks the head of the active version, for a row that judges another one. */
export interface ClaimedResult {
  namespace_id: string;
  organization: string;
  name: string;
  now: Date;
  revision: string;
  document_id: string | null;
  judgment_id: string;
  target_version: number | null;
  lane: number;
  touches: number;
  attempts: number;
  traceparent: string | null;
  job: string | null;
  free: boolean;
  document_version: string;
  other_jobs: string[];
  wanted: string;
  wanted_at: Date;
  counted: boolean;
  renewed: boolean;
  renew_at: Date | null;
  record: string | null;
  version: number | null;
  context_hash: string | null;
  engine_version: string | null;
  answer_id: string | null;
  failure: UnavailableReason | null;
  read_hash: string | null;
  feature_inputs: FeatureInputs | null;
  combiner: string | null;
  saw: Snapshot | null;
  saw_before: Snapshot | null;
  saw_first: Snapshot | null;
  number: number | null;
  active_record: string | null;
  active_number: number | null;
  active_saw: Snapshot | null;
  active_saw_before: Snapshot | null;
  active_saw_first: Snapshot | null;
}

export function toClaimedRow(row: ClaimedResult): ClaimedRow {
  const head = headOf(row);
  return {
    document: row.document_id!,
    judgmentId: row.judgment_id,
    targetVersion: row.target_version,
    lane: row.lane,
    documentVersion: Number(row.document_version),
    wantedVersion: Number(row.wanted),
    wantedAtMs: row.wanted_at.getTime(),
    changes: row.touches,
    attempts: row.attempts,
    traceparent: row.traceparent,
    job: row.job,
    otherJobs: row.other_jobs,
    isCounted: row.counted,
    isRenewed: row.renewed,
    ...(row.renew_at && { renewAtMs: row.renew_at.getTime() }),
    needsNoEngine: row.free,
    head,
    earlier: row.target_version === null ? head && { number: row.number, seen: head.seen } : earlierOf(row),
  };
}

function headOf(row: ClaimedResult): Head | null {
  if (row.record === null) return null;
  return {
    version: row.version,
    contextHash: row.context_hash,
    engineVersion: row.engine_version,
    answerId: row.answer_id,
    failure: row.failure,
    readHash: row.read_hash,
    featureInputs: row.feature_inputs,
    combiner: row.combiner,
    seen: { last: row.saw, before: row.saw_before, first: row.saw_first },
  };
}

function earlierOf(row: ClaimedResult): Earlier | null {
  if (row.active_record === null) return null;
  const seen = { last: row.active_saw, before: row.active_saw_before, first: row.active_saw_first };
  return { number: row.active_number, seen };
}
