import type { Schema } from '@app/sdk/client';
import { ReadReport } from './report.read';
import { ignoranceOf, reportRows } from './report.table';

type CalibrationReport = Schema<'CalibrationReport'>;
type HeldOutMetrics = Schema<'HeldOutMetrics'>;

const metrics = (log_loss: number, brier: number) =>
  ({ log_loss, brier, ece: 0.05, accuracy: 0.9, auroc: 0.75, kappa: null }) as HeldOutMetrics;
const report = (base_rate: number | null, shares: number[], calibrated: HeldOutMetrics | null) =>
  ({
    base_rate,
    classes: shares.map((share) => ({ share })),
    labels: { used: 200 },
    held_out: { raw: metrics(0.7, 0.25), calibrated, features_only: calibrated && 0.55 },
  }) as CalibrationReport;

it('knows what saying the base rates alone would reach', () => {
  const bool = ignoranceOf(report(0.25, [], null));
  expect(bool?.logLoss).toBeCloseTo(0.562335, 6);
  expect(bool?.brier).toBeCloseTo(0.1875, 12);
  // Of several classes the Brier score is their sum, and an option that never came true adds nothing.
  const choice = ignoranceOf(report(null, [0.5, 0.25, 0.25, 0], null));
  expect(choice?.logLoss).toBeCloseTo(1.5 * Math.LN2, 12);
  expect(choice?.brier).toBeCloseTo(0.625, 12);
  expect(ignoranceOf(report(null, [0, 0], null))).toBeNull();
});

it('tells raw and calibrated side by side, and raw alone where there is no fit', () => {
  const read = (one: CalibrationReport): ReadReport => ({
    namespace: 'shop',
    judgment: 'late',
    seconds: 0,
    file: null,
    report: one,
  });
  const [head, fitted, raw] = reportRows([read(report(0.25, [], metrics(0.5, 0.2))), read(report(0.25, [], null))]);
  expect(fitted).toHaveLength(head.length);
  expect(fitted.slice(0, 8)).toEqual(['late', 'shop', '200', '.2500', '.7000 .5000', '.5623', '.2500 .2000', '.1875']);
  expect(raw[4]).toBe('.7000');
  expect(fitted.slice(8)).toEqual(['.0500 .0500', '.7500 .7500', '.9000 .9000', '-', '.5500']);
});
