import type { CalibrationReport, SpeaksFor } from '@app/contracts/calibration';
import type { LabelSet } from '../outcome/label/label-set';
import { besideAnswers } from '../outcome/label/speaks-for';

/** The labels beside all current answers, as the API shows it; null without labels or counts. */
export function answersView(set: LabelSet): NonNullable<CalibrationReport['answers']> | null {
  const beside = besideAnswers(set);
  if (set.population === null || beside === null) return null;
  const { counts, sampled, countedAtMs } = set.population;
  const { type, options } = set.form;
  const isChoice = type === 'choice';
  return {
    count: counts.reduce((sum, one) => sum + one, 0),
    sampled,
    counted_at: new Date(countedAtMs).toISOString(),
    p: beside.p,
    unlabelled: beside.unlabelled,
    strata: beside.strata.map((shares, at) => ({
      low: isChoice ? null : at / counts.length,
      high: isChoice ? null : (at + 1) / counts.length,
      value: isChoice ? (options[at] ?? null) : null,
      ...shares,
    })),
  };
}

/** Which answers the blocks of a report speak for that all of its labels make. */
export function spokenFor(report: CalibrationReport, speaks_for: SpeaksFor): CalibrationReport {
  const thresholds = Object.entries(report.thresholds).map(([name, one]) => [name, { ...one, speaks_for }] as const);
  return {
    ...report,
    speaks_for,
    held_out: { ...report.held_out, speaks_for },
    thresholds: Object.fromEntries(thresholds),
  };
}
