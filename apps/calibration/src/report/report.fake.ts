import { CalibrationReport } from '@app/contracts/calibration';
import { randomOf } from '@app/statistics';
import { compute } from '../figure/compute';
import type { FitBefore } from '../drift/fit-before';
import { LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { Judgment } from '../judgment/judgment';
import { everyLabel } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { countsOf } from '../outcome/label/label-counts';
import { choiceView, reportOf } from './report';

export const judgment: Judgment = {
  judgment_id: 'jdg_1',
  name: 'late',
  scope: 'n',
  active_version: 2,
  copied: null,
  engine: 'jev',
  type: 'bool',
  options: null,
  levels: null,
  features: null,
  parts: null,
  thresholds: {},
};
export const epoch = 'current+2026-03-02.1';
export const nowMs = Date.parse('2026-04-01T00:00:00.000Z');
export const label = (others: Partial<LabelRow>): LabelRow => ({
  answer_id: 'ans_1',
  namespace: 'n',
  document: 'd',
  value: null,
  escape: false,
  source: 'posted',
  hindsight: false,
  observed_at: new Date(nowMs - 86_400_000),
  judged_at: new Date(nowMs - 2 * 86_400_000),
  engine_version: epoch,
  weight: 1,
  draw: 0,
  draw_size: 0,
  number: null,
  escape_p: null,
  dist: null,
  features: null,
  parts: null,
  ...others,
});
export const excluded = {
  other_epoch: 0,
  superseded: 0,
  filtered: 0,
  non_production: 0,
  no_number: 0,
  option_gone: 0,
  unmatched: 0,
};

/** The report of these labels. @param fitted whether a fit was made of them; `before` is the one from before the window */
export function report(
  of: Judgment,
  rows: LabelRow[],
  fitted = false,
  { floor = 1e-6, before = null }: { floor?: number; before?: FitBefore | null } = {},
): CalibrationReport {
  const builder = new LabelSetBuilder(formOf(of));
  rows.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}`, document: `d${at}` }));
  const set = builder.build();
  const { made, raw, calibrated, featuresOnly, worth } = compute({ set, floor, fit: fitted, reads: null });
  const counted = countsOf(rows.map(({ source, hindsight }) => ({ source, hindsight, n: 1 })));
  return reportOf({
    judgment: of,
    epoch,
    set,
    reads: made?.heldOut ?? null,
    floor,
    figures: { raw, calibrated, worth },
    nowMs,
    fit: made && {
      id: 'fit_1',
      made_at: new Date(nowMs),
      read_with: made.readWith,
      stored: made.stored,
      outcomes: null,
      labels: counted,
    },
    filter: everyLabel,
    choice: made && choiceView(made.losses, made.chosen),
    featuresOnly,
    expected: calibrated?.metrics.log_loss ?? null,
    before,
    counted: { labels: counted, sampled: false, excluded },
  });
}

/** Labels with true probability sigma(z), of an engine that answers sigma(2.2 z). */
export function overconfident(n: number, seed: number): LabelRow[] {
  const random = randomOf(seed);
  return Array.from({ length: n }, () => {
    const z = (random.uniform() - 0.5) * 6;
    const value = random.uniform() < 1 / (1 + Math.exp(-z));
    return label({ value, number: 1 / (1 + Math.exp(-2.2 * z)) });
  });
}
