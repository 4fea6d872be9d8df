import { LabelsSkipped, SkipReason } from '@app/contracts/calibration';
import { AnswerCounts, Form, LabelRow, LabelSet, LabelSetBuilder, pick } from '../../outcome/label/label-set';
import { alignOptions } from './varied-options';

/** What an alternative answered about the context of one label. */
export interface RowAnswer {
  /** The labelled answer of record. */
  answerId: string;
  number: number | null;
  escapeP: number | null;
  dist: Record<string, number> | null;
  /** Judgment units of this answer, asked alone. */
  units: number;
}

/** What asking a row about a sample of labels came to, by the labelled answer's id. */
export interface RowOutcome {
  answers: ReadonlyMap<string, RowAnswer>;
  skipped: ReadonlyMap<string, SkipReason | 'other_epoch'>;
}

/** The labels that the version and a row both have, as two sets in the same order, and the count of the others. */
export interface CommonLabels {
  version: LabelSet;
  alternative: LabelSet;
  skipped: LabelsSkipped;
}

/**
 * Splits a sample into common labels and skipped ones. An answer without the numbers of its form counts as failed.
 * @param sample labels of the version, each usable by the form
 * @throws Error when a label has neither an answer nor a skip: the row is not complete
 */
export function commonLabels(form: Form, sample: readonly LabelRow[], outcome: RowOutcome): CommonLabels {
  const skipped: LabelsSkipped = { deleted: 0, image_erased: 0, not_derivable: 0, failed: 0 };
  const [version, alternative] = [new LabelSetBuilder(form), new LabelSetBuilder(form)];
  const answered = new Map<string, { version: LabelRow; alternative: LabelRow }>();
  for (const label of sample) {
    const answer = outcome.answers.get(label.answer_id);
    const reason = answer ? null : outcome.skipped.get(label.answer_id);
    if (reason === undefined) throw new Error(`label ${label.answer_id} was neither answered nor skipped`);
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + 1;
    if (!answer) continue;
    const row = { ...label, number: answer.number, escape_p: answer.escapeP, dist: answer.dist };
    if (alternative.add(row) !== null || version.add(label) !== null) skipped.failed += 1;
    else answered.set(label.answer_id, { version: label, alternative: row });
  }
  const sides = { version: keep(version.build(), answered), alternative: keep(alternative.build(), answered) };
  return { ...(form.optionsVary ? alignOptions(sides, answered) : sides), skipped };
}

/** A builder may have taken a label that the other side could not use. */
function keep(set: LabelSet, answered: ReadonlyMap<string, unknown>): LabelSet {
  const kept = Array.from(set.answers.keys()).filter((index) => answered.has(set.answers[index]));
  return kept.length === set.answers.length ? set : pick(set, kept);
}

/** The same labels with the answers that they should stand for. */
export function weighedFor(labels: CommonLabels, population: AnswerCounts | null): CommonLabels {
  return { ...labels, version: { ...labels.version, population } };
}
