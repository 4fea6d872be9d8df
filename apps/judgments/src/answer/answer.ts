import type { HistoryItem, RecordedAnswer } from '@app/contracts/judgments';
import { CopiedVersion, EngineName, FeatureInputs, JudgmentType, shownVersion } from '@app/definition';
import type { EpochSources } from '../copy/engine/epoch.store';
import type { PartAnswers } from '@app/statistics';

/** Identifies an answer inside one namespace. */
export interface AnswerKey {
  document: string;
  judgmentId: string;
}

/** The raw members of an answer of record. */
export interface AnswerBody {
  type: JudgmentType;
  number: number | null;
  value: string | number | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
  normalized: number | null;
  /** Options in the order in which the engine read them. */
  order: string[] | null;
  /** Rounds of questions that a choice among related documents took; left out of others. */
  rounds?: number;
}

/** An answer of record. */
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
  /** When its document was read; null for answers that were recorded before it was kept. */
  read_at: Date | null;
  context_hash: string;
  truncated: boolean;
  body: AnswerBody;
  units: number;
  /** The ask that the engine's numbers came with; null for an answer that needed no engine. */
  ask_id: string | null;
  /** Hash of what was read without `previous`; null when it is `context_hash`. */
  read_hash: string | null;
  features: Record<string, number | null> | null;
  feature_inputs: FeatureInputs | null;
  parts: PartAnswers | null;
  combiner: string | null;
  /** Every related change that was stamped before this moment was read; null without relations. */
  watermark: Date | null;
}

const noBody = { number: null, value: null, escape_p: null, dist: null, normalized: null };

/** The members of an answer as the bus carries them; all null without one. */
export function membersOf(body: AnswerBody | null) {
  if (body === null) return noBody;
  const { number, value, escape_p, dist, normalized } = body;
  return { number, value, escape_p, dist, normalized, ...roundsOf(body) };
}

/** The rounds of an answer; nothing for one that is no choice among related documents. */
export function roundsOf({ rounds }: { rounds?: number | null }): { rounds?: number } {
  return typeof rounds === 'number' ? { rounds } : {};
}

/** An answer of record as the bus carries it. */
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
    ...besides(row),
    ...watermarked(row.watermark?.toISOString() ?? null),
  };
}

/** The watermark of an answer, of judgments that have relations. @param watermark RFC 3339 */
export function watermarked(watermark: string | null): Pick<RecordedAnswer, 'watermark'> {
  return watermark === null ? {} : { watermark };
}

/** An answer of record as the history shows it. */
export function toHistoryItem(row: AnswerRow, copied: CopiedVersion | null, sources: EpochSources): HistoryItem {
  return {
    id: row.id,
    version: shownVersion(copied, row.version),
    document_version: Number(row.document_version),
    engine_version: row.engine_version,
    ...sources,
    judged_at: row.judged_at.toISOString(),
    context_hash: row.context_hash,
    truncated: row.truncated,
    answer: {
      ...rawAnswer(row.body.type, row.body),
      ...besides(row),
      ...watermarked(row.watermark?.toISOString() ?? null),
    },
  };
}

/** What stands beside the numbers of an answer: features and parts, of definitions that have them. */
export function besides({
  features,
  parts,
  combiner,
}: Pick<AnswerRow, 'features' | 'parts' | 'combiner'>): Pick<RecordedAnswer, 'features' | 'parts' | 'combiner'> {
  return { ...(features && { features }), ...(parts && { parts, combiner }) };
}

/** The raw members that an answer of a type shows. */
export function rawAnswer(type: JudgmentType, body: Omit<AnswerBody, 'type' | 'order'>): object {
  const { number, value, escape_p, dist, normalized } = body;
  if (type === 'bool') return { p: number };
  return type === 'choice' ? { value, dist, escape_p, ...roundsOf(body) } : { score: number, value, normalized, dist };
}
