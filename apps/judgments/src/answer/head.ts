import type { RecordedAnswer } from '@app/contracts/judgments';
import type { EngineName, UnavailableReason } from '@app/definition';
import { AnswerBody, AnswerRow, besides, membersOf, watermarked } from './answer';

/** The last record of an answer, success or failure, joined with the last answer of record. */
export interface HeadRow {
  document_id: string;
  judgment_id: string;
  record: string;
  version: number | null;
  document_version: string;
  seen: string;
  engine_version: string | null;
  answer_id: string | null;
  failure: UnavailableReason | null;
  recorded_at: Date;
  body: AnswerBody | null;
  engine_name: EngineName | null;
  engine_ref: string | null;
  judged_at: Date | null;
  truncated: boolean | null;
  features: AnswerRow['features'];
  parts: AnswerRow['parts'];
  combiner: string | null;
  /** Watermark of the answer of record; that of a `same` is in its fact alone. */
  watermark: Date | null;
}

/** What another process recorded last, as the bus carries it; without units, which that process reports. */
export function fromHead(row: HeadRow): RecordedAnswer {
  return {
    document: row.document_id,
    judgment_id: row.judgment_id,
    record: Number(row.record),
    answer_id: row.failure === null ? row.answer_id : null,
    version: row.version ?? 1,
    document_version: Number(row.document_version),
    seen: Number(row.seen),
    same: false,
    failure: row.failure,
    engine: { name: row.engine_name ?? 'jev', version: row.engine_ref ?? 'current' },
    engine_version: row.failure === null ? row.engine_version : null,
    judged_at: (row.judged_at ?? row.recorded_at).toISOString(),
    truncated: row.truncated ?? false,
    ...membersOf(row.failure === null ? row.body : null),
    units: 0,
    ...(row.failure === null ? { ...besides(row), ...watermarked(row.watermark?.toISOString() ?? null) } : {}),
  };
}
