import type { Schema } from '@app/sdk/client';
import { ReadReport } from './report.read';
import { ignoranceOf, reportRows } from './report.table';

type CalibrationReport = Schema<'CalibrationReport'>;
type HeldOutMetrics = Schema<'HeldOutMetrics'>;

const metrics = (log_loss: number, brier: number) =>
  ({ log_loss, brier, ece: 0.05, accuracy: 0.9, auroc: 0.75, kappa: null }) as HeldOutMetrics;
const report = (base: Schema<'BaseRateMetrics'> | null, calibrated: HeldOutMetrics | null) =>
  ({
    base_rate: 0.25,
    classes: [],
    labels: { used: 200 },
    held_out: { raw: metrics(0.7, 0.25), calibrated, features_only: calibrated && 0.55, base_rate: base },
  }) as unknown as CalibrationReport;
const base = { log_loss: 0.5623, brier: 0.1875, accuracy: 0.75 } as Schema<'BaseRateMetrics'>;

it('knows what always saying the base rate would reach, where a report says it', () => {
  expect(ignoranceOf(report(base, null))).toEqual({ logLoss: 0.5623, brier: 0.1875, accuracy: 0.75 });
  expect(ignoranceOf(report(null, null))).toBeNull();
});

it('tells raw and calibrated side by side, and raw alone where there is no fit', () => {
  const read = (one: CalibrationReport): ReadReport => ({
    namespace: 'shop',
    judgment: 'late',
    seconds: 0,
    file: null,
    report: one,
  });
  const [head, fitted, raw] = reportRows([read(report(base, metrics(0.5, 0.2))), read(report(base, null))]);
  expect(fitted).toHaveLength(head.length);
  expect(fitted.slice(0, 8)).toEqual(['late', 'shop', '200', '.2500', '.7000 .5000', '.5623', '.2500 .2000', '.1875']);
  expect(raw[4]).toBe('.7000');
  expect(fitted.slice(8)).toEqual(['.9000 .9000', '.7500', '.0500 .0500', '.7500 .7500', '-', '.5500']);
});
