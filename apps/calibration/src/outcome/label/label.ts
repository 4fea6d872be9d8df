import { NamespaceRef } from '@app/contracts';
import { RecordedAnswer } from '@app/contracts/judgments';
import { FeatureNumbers, PartAnswers } from '@app/statistics';

/** The answer of record that an outcome labels, with its numbers: a report then asks no other service. */
export interface Label {
  answerId: string;
  version: number;
  documentVersion: number;
  engineVersion: string | null;
  judgedAt: string;
  number: number | null;
  escapeP: number | null;
  dist: Record<string, number> | null;
  /** Features as of what was read; null for a judgment without. */
  features: FeatureNumbers | null;
  /** Answers of the parts of a composite judgment; null for another one. */
  parts: PartAnswers | null;
}

/** An answer that has arrived, for the outcomes of its document that wait for one. */
export interface ArrivedLabel extends NamespaceRef {
  judgmentId: string;
  document: string;
  label: Label;
}

/** The label that an answer of record gives; null when it is missing or records a failure. */
export function labelOf(answer: RecordedAnswer | null): Label | null {
  if (answer === null || answer.answer_id === null || answer.failure !== null) return null;
  return {
    answerId: answer.answer_id,
    version: answer.version,
    documentVersion: answer.document_version,
    engineVersion: answer.engine_version,
    judgedAt: answer.judged_at,
    number: answer.number,
    escapeP: answer.escape_p,
    dist: answer.dist,
    features: answer.features ?? null,
    parts: answer.parts ?? null,
  };
}

/** A label as columns of `outcome` and `open_window`; all null for an outcome without an answer. */
export function labelToRow(label: Label | null) {
  return {
    answer_id: label?.answerId ?? null,
    version: label?.version ?? null,
    document_version: label?.documentVersion ?? null,
    engine_version: label?.engineVersion ?? null,
    judged_at: label?.judgedAt ?? null,
    number: label?.number ?? null,
    escape_p: label?.escapeP ?? null,
    dist: label?.dist ?? null,
    features: label?.features ?? null,
    parts: label?.parts ?? null,
  };
}

/** An arrived label as a record of SQL. */
export function arrivedToRow({ organization, namespace, judgmentId, document, label }: ArrivedLabel) {
  return { organization, namespace, judgment_id: judgmentId, document, ...labelToRow(label) };
}
