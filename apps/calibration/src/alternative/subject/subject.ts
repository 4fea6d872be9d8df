import { CalibrationOutcomeFilter } from '@app/contracts/calibration';
import { EngineView } from '@app/contracts/engines';
import { AlternativesSetting, Definition, EngineRef } from '@app/definition';
import { Judgment } from '../../judgment/judgment';
import { LabelsKey, TableKey } from '../sample/key';
import { Sample } from '../sample/sample.service';
import { StoredScore } from '../score/score.store';
import { TableBasis } from '../table/state';
import { Candidate } from './candidate';
import { RunRow } from './run-row';

/** What a table is about, as it is now. */
export interface Subject {
  key: TableKey;
  judgment: Judgment;
  setting: AlternativesSetting;
  /** The UTC month, such as `2026-11`. */
  month: string;
  basis: TableBasis;
  active: Definition;
  engines: EngineView[];
  /** Engines that have been sent a context of the namespace. */
  sent: EngineRef[];
  /** The labels' version and epoch, their sample and filter, and the floor of the fit; null before a fit. */
  labelled: { key: LabelsKey; sample: Sample; floor: number; outcomes: CalibrationOutcomeFilter | null } | null;
  /** Engine and named rows. */
  candidates: Candidate[];
  scores: StoredScore[];
  /** Engine and named rows scored this month, over all versions and epochs. */
  scored: number;
  /** The paid run that is open. */
  run: RunRow | null;
  /** The paid run that ended last. */
  lastRun: RunRow | null;
}

/** Engine and named rows that have no score of this month. They can be scored only while the fit's engine still answers. */
export function unscoredOf({ candidates, scores, month, basis }: Subject): Candidate[] {
  if (basis.kind !== 'fit') return [];
  const done = new Set(scores.filter((one) => one.in_k && one.month === month).map(({ alternative }) => alternative));
  return candidates.filter(({ id }) => !done.has(id));
}

/** The number that a run of the unscored rows would be corrected for. */
export function familyOf(subject: Subject): number {
  return Math.max(1, subject.scored + unscoredOf(subject).length);
}
