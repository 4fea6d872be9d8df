import type { HistoryItem, RecordedAnswer } from '@app/contracts';
import { CopiedVersion, EngineName, JudgmentType, UnavailableReason, shownVersion } from '@app/definition';

/** The raw members as an answer of record keeps them. */
export interface AnswerBody {
  type: JudgmentType;
  number: number | null;
  value: string | number | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
  normalized: number | null;
  /** Options as they were shown. */
  order: string[] | null;
}

export interface AnswerRow {
  document_id: string;
  judgment_id: string;
  record: string;
  id: string;
  version: number;
  document_version: string;
  seen: string;
  engine_name: EngineName;
  engine_ref: string;
  engine_version: string | null;
  judged_at: Date;
  context_hash: string;
  truncated: boolean;
  body: AnswerBody;
  units: number;
  ask_id: string;
}

/** What was recorded last of an answer, beside the answer that stands. */
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
}

const noBody = { number: null, value: null, escape_p: null, dist: null, normalized: null };

function membersOf(body: AnswerBody | null) {
  if (body === null) return noBody;
  const { number, value, escape_p, dist, normalized } = body;
  return { number, value, escape_p, dist, normalized };
}

export function fromRow(row: AnswerRow): RecordedAnswer {
  return {
    document: row.document_id,
    judgment_id: row.judgment_id,
    record: Number(row.record),
    answer_id: row.id,
    version: row.version,
    document_version: Number(row.document_version),
    seen: Number(row.seen),
    same: false,
    failure: null,
    engine: { name: row.engine_name, version: row.engine_ref },
    engine_version: row.engine_version,
    judged_at: row.judged_at.toISOString(),
    truncated: row.truncated,
    ...membersOf(row.body),
    units: row.units,
  };
}

/** What another process recorded last, as this one would have told it; its units were told there. */
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
  };
}

/** An answer of record as the history shows it: the raw members of its type. */
export function toHistoryItem(row: AnswerRow, copied: CopiedVersion | null): HistoryItem {
  return {
    id: row.id,
    version: shownVersion(copied, row.version),
    document_version: Number(row.document_version),
    engine_version: row.engine_version,
    judged_at: row.judged_at.toISOString(),
    context_hash: row.context_hash,
    truncated: row.truncated,
    answer: rawAnswer(row.body),
  };
}

export function rawAnswer(body: AnswerBody): object {
  const { type, number, value, escape_p, dist, normalized } = body;
  if (type === 'bool') return { p: number };
  return type === 'choice' ? { value, dist, escape_p } : { score: number, value, normalized, dist };
}
