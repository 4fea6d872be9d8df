import { LabelSetBuilder } from '../outcome/label/label-set';
import { readSources } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { cutLabels } from '../recommendation/cut-labels';
import { recommend } from '../recommendation/recommendation';
import { epoch, judgment, label, report } from './report.fake';

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
    expect(found.notices.find(({ code }) => code === 'queue_labels')?.message).not.toContain('counts each label once');
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
