import { AlternativeHeldOut, SpeaksFor } from '@app/contracts/calibration';
import type { Thresholds } from '@app/definition';
import { RowStatistic, boolRow, classRow } from '@app/statistics';
import { sources } from '../outcome/label/label-set';
import { speaksFor } from '../outcome/label/speaks-for';
import { RowCascade, rowCascadeOf } from './row-cascade';
import { rowWeightsOf } from './row-weights';
import { Side, SideReads, boolSide, classSide, heldOutOf, readSide } from './side';

/**
 * What the comparison of a row with the version came to, on the labels that both have. Plain numbers, stored as they are: the
 * verdict follows from them and the month's other rows at each read.
 */
export interface RowComparison {
  heldOut: AlternativeHeldOut;
  /** The version on the same labels. */
  versionHeldOut: AlternativeHeldOut;
  statistic: RowStatistic;
  /** Labels of the review queue, which count for the answers that they stand for; absent in older rows, which count each label once. */
  queued?: number;
  /** Which answers the figures are true of; absent in older rows. */
  speaksFor?: SpeaksFor;
  /** Asking the alternative first; null for a choice and a score, absent in older rows. */
  cascade?: RowCascade | null;
}

/** A row to compare with the version on the labels that both have. */
export interface RowTask {
  version: Side;
  alternative: Side;
  /** The version's reads of the same labels, when an earlier row needed them; null: they are made. */
  versionReads: SideReads | null;
  /** The thresholds in force; absent: none. */
  thresholds?: Thresholds;
}

export interface ComparedRow {
  comparison: RowComparison;
  /** The version's reads, for the next row on the same labels. */
  versionReads: SideReads;
}

/**
 * Pure. Fits both sides on the same folds and compares them. Up to two seconds for 500 labels of some options: run it in a
 * thread.
 * @throws RangeError without labels
 */
export function compareRow({ version, alternative, versionReads, thresholds = {} }: RowTask): ComparedRow {
  const reads = { version: versionReads ?? readSide(version), alternative: readSide(alternative) };
  // Weights follow from the version's answers: those of the alternative are about the same labels.
  const { set } = version;
  const weights = rowWeightsOf(set);
  return {
    comparison: {
      heldOut: heldOutOf(alternative, reads.alternative, weights),
      versionHeldOut: heldOutOf(version, reads.version, weights),
      statistic: statisticOf(version, alternative, reads, weights),
      queued: set.source.reduce((sum, source) => sum + (source === queue ? 1 : 0), 0),
      speaksFor: speaksFor(set),
      cascade: rowCascadeOf(version, reads, weights, thresholds),
    },
    versionReads: reads.version,
  };
}

const queue = sources.indexOf('queue');

function statisticOf(
  version: Side,
  alternative: Side,
  reads: { version: SideReads; alternative: SideReads },
  weights: Float64Array | null,
): RowStatistic {
  const { form, y, units } = version.set;
  if (form.type === 'bool') {
    const sides = { version: boolSide(version, reads.version), alternative: boolSide(alternative, reads.alternative) };
    return boolRow({ ...sides, y, units, weights });
  }
  const sides = { version: classSide(version, reads.version), alternative: classSide(alternative, reads.alternative) };
  return classRow({ ...sides, y: sides.version.y, units, weights });
}
