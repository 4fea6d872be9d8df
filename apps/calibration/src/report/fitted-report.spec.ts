import { CalibrationReport } from '@app/contracts/calibration';
import { auroc, brier, logLoss, randomOf } from '@app/statistics';
import { compute } from '../figure/compute';
import { LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { makeFit } from '../figure/fit/make-fit';
import { everyLabel } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { countsOf } from '../outcome/label/label-counts';
import { epoch, excluded, judgment, label, nowMs, overconfident, report } from './report.fake';
import { reportOf } from './report';

describe('a report with its fit', () => {
  const rows = overconfident(500, 3);
  const found = report({ ...judgment, thresholds: { alarm: 0.5 } }, rows, true);
  const p = Float64Array.from(rows, ({ number }) => number ?? NaN);
  const y = Float64Array.from(rows, ({ value }) => (value === true ? 1 : 0));

  it('has every member of a held-out reading, and figures that can be counted again [CAL-08]', () => {
    const { raw, calibrated } = found.held_out;
    expect(raw?.log_loss).toBeCloseTo(logLoss({ p, y }), 12);
    expect(raw?.brier).toBeCloseTo(brier({ p, y }), 12);
    expect(raw?.auroc).toBeCloseTo(auroc({ p, y }) ?? NaN, 12);
    // One increasing map keeps the order of the raw reads.
    expect(calibrated?.auroc).toBe(raw?.auroc);
    expect(found.held_out.features_only).toBeNull();
    for (const metrics of [raw, calibrated]) {
      for (const name of ['log_loss', 'brier', 'auroc', 'precision_at_5', 'precision_at_10', 'accuracy'] as const) {
        const value = metrics?.[name] ?? NaN;
        const [low, high] = metrics?.[`${name}_interval`] ?? [NaN, NaN];
        expect([name, low <= value && value <= high]).toEqual([name, true]);
      }
    }
  });

  it('gives the calibration error a noise floor and no interval, for every type [defect E-H2]', () => {
    const dist = (p: number) => ({ a: p, b: 1 - p });
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const answers = rows.map(({ number, value }) =>
      label({ value: value ? 'a' : 'b', dist: dist(number ?? NaN), escape_p: 0 }),
    );
    for (const { held_out } of [found, report(choice, answers, true)]) {
      for (const metrics of [held_out.raw, held_out.calibrated]) {
        expect(metrics).toMatchObject({ ece: expect.any(Number), ece_interval: null });
        expect(metrics?.ece_noise_floor?.mean).toBeGreaterThan(0);
      }
    }
  });

  it('finds the planted miscalibration in the raw reads and not in the calibrated ones [CAL-05]', () => {
    const { raw, calibrated } = found.held_out;
    expect(found).toMatchObject({ read_with: 'calibrated', fit: 'fit_1' });
    expect(raw?.ece).toBeGreaterThan(raw?.ece_noise_floor?.high ?? NaN);
    expect(calibrated?.ece).toBeLessThanOrEqual(calibrated?.ece_noise_floor?.high ?? NaN);
    expect(calibrated?.log_loss).toBeLessThan(raw?.log_loss ?? NaN);
    const chosen = found.choice?.candidates.filter((one) => one.chosen) ?? [];
    expect(chosen).toHaveLength(1);
    expect(chosen[0].log_loss).toBe(Math.min(...(found.choice?.candidates ?? []).map(({ log_loss }) => log_loss)));
    expect(found.choice?.out_of_sample).toBe(false);
  });

  it('gains nothing from labels that are noise [CAL-07]', () => {
    // In one set a fit can learn a coincidence. Over many sets, reads that are not held out would gain, and held-out ones lose.
    const random = randomOf(7);
    const gains = Array.from({ length: 20 }, () => {
      const builder = new LabelSetBuilder(formOf(judgment));
      for (let at = 0; at < 60; at++) {
        const noise = label({ value: random.uniform() < 0.3, number: random.uniform() });
        builder.add({ ...noise, answer_id: `ans_${at}`, document: `d${at}` });
      }
      const set = builder.build();
      const rate = set.y.reduce((sum, one) => sum + one, 0) / set.y.length;
      const { heldOut } = makeFit(set, 1e-6);
      return logLoss({ p: set.y.map(() => rate), y: set.y }) - logLoss({ p: heldOut, y: set.y });
    });
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeLessThan(0);
  });

  it('has bins that hold each label once, with their intervals', () => {
    for (const bins of [found.bins, found.raw_bins]) {
      expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(500);
      expect(bins.reduce((sum, { occupancy }) => sum + occupancy, 0)).toBeCloseTo(1, 12);
      for (const { observed, interval, low, mean_p, high } of bins) {
        expect(interval[0] <= observed && observed <= interval[1]).toBe(true);
        expect(low <= mean_p + 1e-12 && mean_p <= high + 1e-12).toBe(true);
      }
    }
  });

  it('has the performance of the thresholds in force on the raw answers [CAL-04]', () => {
    const flagged = rows.filter(({ number }) => (number ?? 0) >= 0.5);
    const hits = flagged.filter(({ value }) => value === true).length;
    const { alarm } = found.thresholds;
    expect(alarm.flagged).toBeCloseTo(flagged.length / 500, 12);
    expect(alarm.precision).toBeCloseTo(hits / flagged.length, 12);
    expect(alarm.recall).toBeCloseTo(hits / rows.filter(({ value }) => value === true).length, 12);
    expect(alarm.precision_at_least).toBeLessThan(alarm.precision ?? NaN);
    const choice = {
      ...judgment,
      type: 'choice' as const,
      options: ['a'],
      thresholds: { a: { option: 'a', gte: 0.5 } },
    };
    const made = report(choice, [
      label({ value: 'a', dist: { a: 0.7 }, escape_p: 0.3 }),
      label({ escape: true, dist: { a: 0.6 }, escape_p: 0.4 }),
      label({ value: 'a', dist: { a: 0.2 }, escape_p: 0.8 }),
    ]);
    expect(made.thresholds.a).toMatchObject({ flagged: 2 / 3, precision: 0.5, recall: 0.5 });
  });

  it('warns of a fit that reads worse than raw, and of a falling map only when the ranking is below chance [defect E-L11] [defect E-L12]', () => {
    const codes = (one: CalibrationReport) => one.notices.map(({ code }) => code);
    expect(codes(found)).toEqual([]);
    // The raw reads were right all along; the fit turns them over.
    const flat = { kind: 'platt' as const, floor: 1e-6, a: -1, b: 0 };
    const reportWith = (labels: LabelRow[], read: (p: number) => number) => {
      const builder = new LabelSetBuilder(formOf(judgment));
      labels.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}`, document: `d${at}` }));
      const set = builder.build();
      const reads = set.reads.map(read);
      const { raw, calibrated, worth } = compute({ set, floor: 1e-6, fit: false, reads });
      const counted = countsOf([{ source: 'posted', hindsight: false, n: labels.length }]);
      return reportOf({
        judgment,
        epoch,
        set,
        reads,
        floor: 1e-6,
        figures: { raw, calibrated, worth },
        nowMs,
        choice: null,
        featuresOnly: null,
        expected: 0.3,
        before: null,
        fit: {
          id: 'fit_1',
          made_at: new Date(nowMs),
          read_with: 'calibrated',
          outcomes: null,
          labels: counted,
          stored: { type: 'bool', map: flat },
        },
        filter: everyLabel,
        counted: { labels: counted, sampled: false, excluded },
      });
    };
    expect(codes(reportWith(rows, (p) => 1 - p))).toEqual([
      'worse_than_raw',
      'no_better_than_base_rate',
      'still_miscalibrated',
    ]);
    const backwards = rows.map((row) => ({ ...row, number: 1 - (row.number ?? 0) }));
    expect(codes(reportWith(backwards, (p) => 1 - p))).toContain('ranks_backwards');
    const random = randomOf(9);
    const noise = rows.slice(0, 60).map((row) => ({ ...row, number: 0.3 + 0.4 * random.uniform() }));
    const noisy = reportWith(noise, (p) => p);
    expect(noisy.held_out.raw?.auroc_interval?.[1]).toBeGreaterThan(0.5);
    expect(codes(noisy)).not.toContain('ranks_backwards');
  });

  it('is the same in another installation, where the same answers have other ids and came in another order [defect O-8]', () => {
    const heldOut = (order: number[], prefix: string) => {
      const builder = new LabelSetBuilder(formOf(judgment));
      for (const at of order) {
        builder.add({ ...rows[at], answer_id: `${prefix}${(at * 7919) % 1000}`, document: `order:${at}` });
      }
      const set = builder.build();
      return { metrics: compute({ set, floor: 1e-6, fit: true, reads: null }).calibrated?.metrics, set };
    };
    const here = heldOut([...rows.keys()], 'ans_a');
    const there = heldOut([...rows.keys()].reverse(), 'ans_z');
    expect(there.metrics).toEqual(here.metrics);
    expect(there.set.y).toEqual(here.set.y);
    expect(there.set.answers).not.toEqual(here.set.answers);
  });

  it('is the same again, to the digit', () => {
    expect(report({ ...judgment, thresholds: { alarm: 0.5 } }, rows, true)).toEqual(found);
  });
});
