import { AgreementView, CalibrationReport, LabelCounts } from '@app/contracts/calibration';

/** The other epochs whose labelled answers were given between those of one epoch. */
export interface EpochsInTurn {
  epochs: number;
  labels: number;
}

/** What a report counts beside its figures: the labels, and the labels and outcomes that it leaves out. */
export interface CountedLabels {
  labels: LabelCounts;
  /** Whether the figures stand on a share of the labels only. */
  sampled: boolean;
  excluded: CalibrationReport['excluded'];
  /** Labels of epochs that answered in turn with the report's; left out where none did. */
  inTurn?: EpochsInTurn | null;
  /** Whether all current answers should have been counted, and were not. */
  areAnswersMissing?: boolean;
  /** How far their authors agree; null, or left out, where too few answers have two. */
  agreement?: AgreementView | null;
}

/** Counts labels by source. */
export function countsOf(rows: readonly { source: string; hindsight: boolean; n: number }[]): LabelCounts {
  const of = (source: string) => rows.reduce((sum, row) => sum + (row.source === source ? row.n : 0), 0);
  return {
    count: rows.reduce((sum, { n }) => sum + n, 0),
    by_source: { posted: of('posted'), queue: of('queue'), rule: of('rule'), implicit: of('implicit') },
    hindsight: rows.reduce((sum, { hindsight, n }) => sum + (hindsight ? n : 0), 0),
  };
}
