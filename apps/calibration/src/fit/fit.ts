import { CalibrationReport, FitMade, FitView, LabelCounts } from '@app/contracts';
import { CopiedVersion, shownVersion } from '@app/definition';
import { StoredFit } from '@app/statistics';
import { LabelSet } from '../label/label-set';

/** What a fit is of. `scope` is empty, save of a copy that a namespace detached from a template: then its namespace. */
export interface FitKey {
  organization: string;
  judgment_id: string;
  scope: string;
  /** The number that stands with the answers. */
  version: number;
  engine_version: string;
}

/** A fit as it is stored. */
export interface FitRow extends FitKey {
  id: string;
  /** Grows with every fit; the greatest of a key is in force. */
  revision: string;
  read_with: 'raw' | 'calibrated';
  stored: StoredFit;
  labels: LabelCounts;
  /** The floor of the engine's grid that it was made with. */
  floor: number;
  /** What was counted when it was made. */
  report: CalibrationReport;
  made_at: Date;
}

/** The labels a fit was made of, with how it reads each as held out. */
export interface FitSample {
  set: LabelSet;
  heldOut: Float64Array;
}

/** The scope that fits of a judgment stand under. */
export function scopeOf({ copied, scope }: { copied: CopiedVersion | null; scope: string }): string {
  return copied ? scope : '';
}

/** The fact of a fit, for documents. */
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

/** A fit as its job results in it. */
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
