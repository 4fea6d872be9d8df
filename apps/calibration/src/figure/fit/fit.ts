import { CalibrationOutcomeFilter, CalibrationReport, FitView, LabelCounts } from '@app/contracts/calibration';
import { FitMade } from '@app/contracts/documents';
import { CopiedVersion, shownVersion } from '@app/definition';
import { ReadWith, StoredFit } from '@app/statistics';
import { LabelSet } from '../../outcome/label/label-set';

/** What a fit belongs to. `scope` is empty, or the namespace of a copy that was detached from a template. */
export interface FitKey {
  organization: string;
  judgment_id: string;
  scope: string;
  /** The version number that is stored with the answers. */
  version: number;
  engine_version: string;
}

/** A fit as it is stored. */
export interface FitRow extends FitKey {
  id: string;
  /** Grows with every fit; of one key the fit with the greatest revision is in force. */
  revision: string;
  read_with: ReadWith;
  stored: StoredFit;
  labels: LabelCounts;
  /** The filter of the run that made it; null for every label. */
  outcomes: CalibrationOutcomeFilter | null;
  /** Floor of the engine's probability grid when the fit was made. */
  floor: number;
  /** The report that was counted when the fit was made. */
  report: CalibrationReport;
  made_at: Date;
}

/** The labels that a fit was made of, and how it reads each of them held out. */
export interface FitSample {
  set: LabelSet;
  heldOut: Float64Array;
}

/** The scope in the key of a judgment's fits. */
export function scopeOf({ copied, scope }: { copied: CopiedVersion | null; scope: string }): string {
  return copied ? scope : '';
}

/** The fact that publishes a fit. */
export function factOf(row: FitRow): FitMade {
  const { organization, judgment_id, scope, version, engine_version, id, read_with, stored, revision } = row;
  return {
    organization,
    judgment_id,
    ...(scope === '' ? {} : { scope }),
    fit: id,
    version,
    engine_version,
    read_with,
    parameters: stored,
    revision: Number(revision),
  };
}

/** A fit as the result of its job. */
export function fitView(
  { id, version, engine_version, read_with, labels, made_at }: FitRow,
  copied: CopiedVersion | null,
): FitView {
  return {
    fit: id,
    version: shownVersion(copied, version),
    engine_version,
    read_with,
    labels,
    fitted_at: made_at.toISOString(),
  };
}
