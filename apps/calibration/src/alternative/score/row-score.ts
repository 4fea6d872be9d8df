import { LabelsSkipped } from '@app/contracts/calibration';
import { RowComparison } from '../../figure/compare-row';

/** The score of a row as it is stored. */
export interface RowScore {
  /** Labelled answers that it has an answer for. With the skipped ones they are the labels of the table. */
  labels: number;
  skipped: LabelsSkipped;
  /** Null when every label was skipped. */
  comparison: RowComparison | null;
  /** Mean judgment units of an answer, asked alone; null when every label was skipped. */
  costPerAnswer: number | null;
  /** The same of the version, on the same labels. */
  versionCostPerAnswer: number | null;
  /** What was billed for the row; 0 for a narrowing. */
  units: number;
  costUsd: number;
  /** When its verdict was computed: it counts in the UTC month of this moment. */
  scoredAtMs: number;
  /** Whether a run of that month had ended before the run that scored it. */
  inLaterRun: boolean;
}
