import { CalibrationReport } from '@app/contracts/calibration';
import { auroc, brier, logLoss, randomOf } from '@app/statistics';
import { compute } from '../figure/compute';
import { LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { makeFit } from '../figure/fit/make-fit';
import { Judgment } from '../judgment/judgment';
import { everyLabel, readSources } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { countsOf } from '../outcome/label/label-counts';
import { cutLabels, recommend } from './recommendation';
import { choiceView, reportOf } from './report';

const judgment: Judgment = {
  judgment_id: 'jdg_1',
  name: 'late',
  scope: 'n',
  active_version: 2,
  copied: null,
  type: 'bool',
  options: null,
  levels: null,
  features: null,
  parts: null,
  thresholds: {},
};
const epoch = 'current+2026-03-02.1';
const nowMs = Date.parse('2026-04-01T00:00:00.000Z');
const label = (others: Partial<LabelRow>): LabelRow => ({
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
const excluded = {
  other_epoch: 0,
  superseded: 0,
  filtered: 0,
  non_production: 0,
  no_number: 0,
  option_gone: 0,
  unmatched: 0,
};

/** The report of these labels. @param fitted whether a fit was made of them */
function report(of: Judgment, rows: LabelRow[], fitted = false, floor = 1e-6): CalibrationReport {
  const builder = new LabelSetBuilder(formOf(of));
  rows.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}`, document: `d${at}` }));
  const set = builder.build();
  const { made, raw, calibrated, featuresOnly } = compute({ set, floor, fit: fitted, reads: null });
  const counted = countsOf(rows.map(({ source, hindsight }) => ({ source, hindsight, n: 1 })));
  return reportOf({
    judgment: of,
    epoch,
    set,
    reads: made?.heldOut ?? null,
    floor,
    figures: { raw, calibrated },
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
    counted: { labels: counted, sampled: false, excluded },
  });
}

describe('a report without a fit', () => {
  it('counts labels by source, hindsight separately, and scores a bool [OUT-01] [CAL-01]', () => {
    const found = report(judgment, [
      label({ value: true, number: 0.8 }),
      label({ value: false, number: 0.4, source: 'queue', hindsight: true }),
    ]);
    expect(found).toMatchObject({
      version: 2,
      engine_version: epoch,
      fit: null,
      read_with: 'raw',
      base_rate: 0.5,
      labels: { count: 2, used: 2, by_source: { posted: 1, queue: 1, rule: 0, implicit: 0 }, hindsight: 1 },
      held_out: { calibrated: null },
      drift: null,
      choice: null,
    });
    expect(found.raw.log_loss).toBeCloseTo((-Math.log(0.8) - Math.log(0.6)) / 2, 12);
    expect(found.raw.brier).toBeCloseTo((0.04 + 0.16) / 2, 12);
    expect(found.raw.accuracy).toBe(1);
    expect(found.held_out.raw?.ece).toBeNull();
    expect(found.notices.map(({ code }) => code)).toEqual(['no_fit', 'few_labels', 'queue_labels']);
  });

  it("shows a detached copy's own version number, not the template's number that its answers store [TPL-12]", () => {
    expect(report({ ...judgment, copied: { stored: 2, shown: 1 } }, []).version).toBe(1);
  });

  it('scores a choice over its options and the escape', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const dist = { b: 0.3, a: 0.3 };
    const { raw, base_rate, classes, held_out } = report(choice, [
      label({ value: 'b', dist, escape_p: 0.4 }),
      label({ escape: true, dist, escape_p: 0.4 }),
    ]);
    expect(base_rate).toBeNull();
    expect(raw.accuracy).toBe(0.5);
    expect(raw.log_loss).toBeCloseTo((-Math.log(0.3) - Math.log(0.4)) / 2, 12);
    expect(raw.brier).toBeCloseTo((0.09 + 0.49 + 0.16 + 0.09 + 0.09 + 0.36) / 2, 12);
    expect(classes.map(({ value, labels }) => [value, labels])).toEqual([
      ['a', 0],
      ['b', 1],
      [null, 1],
    ]);
    expect(held_out.raw).toMatchObject({ auroc: null, precision_at_5: null, kappa: null });
  });

  it('scores a score over its levels, where the nearest level is the one that happened and distance is to the number [defect E-M5]', () => {
    const score = { ...judgment, type: 'score' as const, levels: [1, 2, 3] };
    const dist = { '1': 0.5, '2': 0.3, '3': 0.2 };
    const { raw, held_out } = report(score, [
      label({ value: 1.2, number: 1.7, dist }),
      label({ value: 3, number: 1.7, dist }),
    ]);
    expect(raw.accuracy).toBe(0);
    expect(raw.log_loss).toBeCloseTo((-Math.log(0.5) - Math.log(0.2)) / 2, 12);
    // From the number that was observed, 1.2 and 3.
    expect(held_out.raw?.mean_absolute_error).toBeCloseTo((0.5 + 1.3) / 2, 12);
  });

  it('is empty without labels, and leaves out labels whose number or option is missing', () => {
    expect(report(judgment, [])).toMatchObject({ base_rate: null, bins: [], raw: { log_loss: null, brier: null } });
    const builder = new LabelSetBuilder({ type: 'choice', options: ['a'], levels: [], features: [], parts: [] });
    const dist = { a: 0.5 };
    expect([
      builder.add(label({ value: 'a', dist: null })),
      builder.add(label({ value: 'gone', dist })),
      builder.add(label({ value: 'a', dist })),
    ]).toEqual(['no_number', 'option_gone', null]);
  });
});

/** Labels with true probability sigma(z), of an engine that answers sigma(2.2 z). */
function overconfident(n: number, seed: number): LabelRow[] {
  const random = randomOf(seed);
  return Array.from({ length: n }, () => {
    const z = (random.uniform() - 0.5) * 6;
    const value = random.uniform() < 1 / (1 + Math.exp(-z));
    return label({ value, number: 1 / (1 + Math.exp(-2.2 * z)) });
  });
}

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

  it('reports drift when the last month is worse than the fit promised, and only then', () => {
    expect(found.drift).toMatchObject({ labels: 500, worse: false });
    const drifted = overconfident(500, 3).map((row, at) => (at < 150 ? { ...row, value: row.value !== true } : row));
    const before = rows.map((row) => ({ ...row, observed_at: new Date(nowMs - 60 * 86_400_000) }));
    const both = report(judgment, [...before, ...drifted.slice(0, 150)], true);
    expect(both.drift).toMatchObject({ labels: 150, worse: true });
  });

  it('warns of a fit that reads worse than raw, of drift, and of a falling map only when the ranking is below chance [defect E-L11] [defect E-L12]', () => {
    const codes = (one: CalibrationReport) => one.notices.map(({ code }) => code);
    expect(codes(found)).toEqual([]);
    // The raw reads were right all along; the fit turns them over.
    const flat = { kind: 'platt' as const, floor: 1e-6, a: -1, b: 0 };
    const reportWith = (labels: LabelRow[], read: (p: number) => number) => {
      const builder = new LabelSetBuilder(formOf(judgment));
      labels.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}`, document: `d${at}` }));
      const set = builder.build();
      const reads = set.reads.map(read);
      const { raw, calibrated } = compute({ set, floor: 1e-6, fit: false, reads });
      const counted = countsOf([{ source: 'posted', hindsight: false, n: labels.length }]);
      return reportOf({
        judgment,
        epoch,
        set,
        reads,
        floor: 1e-6,
        figures: { raw, calibrated },
        nowMs,
        choice: null,
        featuresOnly: null,
        expected: 0.3,
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
    expect(codes(reportWith(rows, (p) => 1 - p))).toEqual(['worse_than_raw', 'drifted', 'still_miscalibrated']);
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

describe('what a fit reads is what its report describes', () => {
  const codes = (one: CalibrationReport) => one.notices.map(({ code }) => code);
  /** Labels of an engine that reads sigma(z) where `truth` of z comes true. */
  const labelsOf = (n: number, truth: (z: number) => number, seed = 11) => {
    const random = randomOf(seed);
    return Array.from({ length: n }, () => {
      const z = 1.5 * random.normal();
      return label({ value: random.uniform() < truth(z), number: Math.round(1e3 / (1 + Math.exp(-z))) / 1e3 });
    });
  };

  it('of an engine that ranks backwards: the map falls, and the calibrated figures rank as the map does [CAL-05] [CAL-08]', () => {
    const found = report(
      judgment,
      labelsOf(600, (z) => 1 / (1 + Math.exp(z))),
      true,
    );
    const { raw, calibrated } = found.held_out;
    expect(raw?.auroc_interval?.[1]).toBeLessThan(0.5);
    expect(calibrated?.auroc).toBeCloseTo(1 - (raw?.auroc ?? NaN), 12);
    expect(calibrated?.precision_at_10).toBeGreaterThan(0.7);
    expect(codes(found)).toEqual(['ranks_backwards']);
    expect(found.notices[0].message).toContain('the other way round');
  });

  it('of an engine that knows nothing: the fit reads the base rate, ranks nothing, and says so [CAL-05] [CAL-08]', () => {
    // By chance the labels of the first seed rise a little and those of the second fall.
    const [rises, falls] = [2, 3].map((seed) =>
      report(
        judgment,
        labelsOf(300, () => 0.3, seed),
        true,
      ),
    );
    expect([rises, falls].map(codes)).toEqual([['ranks_nothing'], ['ranks_nothing']]);
    expect([rises, falls].map(({ held_out }) => (held_out.raw?.auroc ?? NaN) > 0.5)).toEqual([true, false]);
    const { calibrated } = falls.held_out;
    expect(calibrated).toMatchObject({ auroc: 0.5, auroc_interval: null });
    expect(calibrated?.precision_at_10).toBeCloseTo(falls.base_rate ?? NaN, 12);
    expect(falls.bins.every(({ mean_p }) => Math.abs(mean_p - (falls.base_rate ?? NaN)) < 0.01)).toBe(true);
    // Of an engine that gives each document the same answer the AUROC has no interval.
    const same = report(
      judgment,
      labelsOf(60, () => 0.3).map((row) => ({ ...row, number: 0.6 })),
      true,
    );
    expect(same.held_out.raw).toMatchObject({ auroc: 0.5, auroc_interval: null });
    expect(codes(same)).toEqual(['ranks_nothing']);
  });

  it('of an engine that no map mends: the error that is left is named, and no map that turns is chosen [CAL-05] [CAL-10]', () => {
    // The likeliest come true in the middle of the range and at neither end, as with 3,110 forecasts of AUROC 0.31.
    const found = report(
      judgment,
      labelsOf(1_500, (z) => 0.15 + 0.75 * Math.exp(-((z + 1) ** 2))),
      true,
    );
    const { calibrated } = found.held_out;
    expect(codes(found)).toEqual(['ranks_backwards', 'still_miscalibrated']);
    expect(calibrated?.ece).toBeGreaterThan(3 * (calibrated?.ece_noise_floor?.mean ?? NaN));
    expect(found.notices[1].message).toContain(calibrated?.ece?.toFixed(3));
    expect(found.choice?.candidates.map(({ map }) => map)).not.toContain('beta');
  });
});

describe('a report of labels that the review queue chose', () => {
  it('weights base rate and thresholds as the recommendation does, and says what it counts plainly [defect E-M2] [OUT-02]', () => {
    // Drawn near the threshold: each unsure answer stands for one, each sure one for nine.
    const rows = Array.from({ length: 60 }, (_, i) => {
      const unsure = i < 40;
      const value = unsure ? i % 2 === 0 : true;
      const draws = { source: 'queue', draw: 1, draw_size: 60, weight: unsure ? 1 : 9 };
      return label({ value, number: unsure ? (i % 4 < 2 ? 0.4 : 0.6) : 0.95, ...draws });
    });
    const found = report({ ...judgment, thresholds: { alarm: 0.5 } }, rows);
    const builder = new LabelSetBuilder(formOf(judgment));
    rows.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}`, document: `d${at}` }));
    const { curve } = recommend(cutLabels(builder.build(), { on: 'p' }), { target: 'precision', atLeast: 0.9 });
    const at = curve.find(({ threshold }) => threshold === 0.6);
    expect(found.base_rate).toBeCloseTo((20 + 20 * 9) / (40 + 20 * 9), 12);
    const { alarm } = found.thresholds;
    expect([alarm.flagged, alarm.precision, alarm.recall]).toEqual(
      [at?.flagged, at?.precision, at?.recall].map((value) => expect.closeTo(value ?? NaN, 12)),
    );
    // Sixty labels of which twenty weigh nine are as sure as 27.
    const [low, high] = found.base_rate_interval ?? [0, 0];
    expect(high - low).toBeGreaterThan(0.19);
    expect(found.notices.find(({ code }) => code === 'queue_labels')?.message).toContain('60 of 60 labels');
    expect(report(judgment, [label({ value: true, number: 0.8 })]).notices.map(({ code }) => code)).not.toContain(
      'queue_labels',
    );
  });
});

describe('readSources', () => {
  it('takes all sources when none is named, and refuses unknown ones [OUT-03] [OUT-04]', () => {
    expect(readSources(undefined)).toEqual(readSources(''));
    expect(readSources('posted,rule')).toEqual(['posted', 'rule']);
    for (const bad of ['posted,guess', 'posted,posted']) {
      expect(() => readSources(bad)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});
