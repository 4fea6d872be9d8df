import { baseRateReads, choiceMetrics, randomOf } from '@app/statistics';
import { LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { formOf } from '../outcome/label/load-labels';
import { judgment, label, overconfident, report } from '../report/report.fake';
import { mostWrong } from '../report/most-wrong';
import { compute } from './compute';

const codes = ({ notices }: ReturnType<typeof report>) => notices.map(({ code }) => code);

function setOf(of: typeof judgment, rows: LabelRow[]) {
  const builder = new LabelSetBuilder(formOf(of));
  rows.forEach((row, at) => builder.add({ ...row, answer_id: `ans_${at}` }));
  return builder.build();
}

describe('how the reads in use stand against always saying the base rate', () => {
  const rows = overconfident(400, 5);

  it('is counted held out, of what reads use, with intervals [CAL-08]', () => {
    const found = report(judgment, rows, true);
    const { base_rate: base, skill, skill_interval: interval, calibrated } = found.held_out;
    const yes = rows.filter(({ value }) => value === true).length / 400;
    const entropy = -yes * Math.log(yes) - (1 - yes) * Math.log(1 - yes);
    expect(base?.log_loss).toBeGreaterThan(entropy);
    expect(base?.log_loss).toBeCloseTo(entropy, 2);
    expect(base?.brier).toBeCloseTo(yes * (1 - yes), 2);
    expect(base?.accuracy).toBeCloseTo(Math.max(yes, 1 - yes), 6);
    expect(base?.log_loss_interval?.[0]).toBeLessThan(base?.log_loss ?? NaN);
    expect(base?.accuracy_interval?.[1]).toBeGreaterThan(base?.accuracy ?? NaN);
    expect(skill).toBeCloseTo(1 - (calibrated?.log_loss ?? NaN) / (base?.log_loss ?? NaN), 12);
    expect(interval?.[0]).toBeGreaterThan(0);
    expect(codes(found)).not.toContain('no_better_than_base_rate');
  });

  it('is of the raw answers where these are read, and of the fit where it is in force [CAL-08]', () => {
    const set = setOf(
      judgment,
      rows.map((row, at) => ({ ...row, document: `d${at}` })),
    );
    const reads = set.reads.map((p) => 1 - p);
    const task = { set, floor: 1e-6, fit: false, reads };
    const skillWith = (readWith: 'raw' | 'calibrated' | 'features') =>
      compute({ ...task, readWith }).worth?.skill ?? NaN;
    expect(skillWith('raw')).toBeGreaterThan(0);
    expect(skillWith('calibrated')).toBeLessThan(0);
    expect(skillWith('features')).toBe(skillWith('calibrated'));
  });

  it('is said to be no better where p says nothing, from 50 labels on [CAL-08]', () => {
    const random = randomOf(3);
    const noise = (n: number) =>
      Array.from({ length: n }, () => label({ value: random.uniform() < 0.13, number: 0.2 * random.uniform() }));
    expect(codes(report(judgment, noise(300), true))).toContain('no_better_than_base_rate');
    expect(codes(report(judgment, noise(49), true))).not.toContain('no_better_than_base_rate');
  });

  it('says where a choice is confused, and of a score how far each level is off, with both accuracies [CAL-08] [ST-F12]', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const wrong = { a: 0.2, b: 0.7 };
    const found = report(choice, [
      label({ value: 'a', dist: wrong, escape_p: 0.1 }),
      label({ value: 'b', dist: wrong, escape_p: 0.1 }),
      label({ escape: true, dist: wrong, escape_p: 0.1 }),
    ]);
    expect(found.confusion?.map(({ observed, read, labels, share }) => [observed, read, labels, share])).toEqual([
      ['a', 'b', 1, 1],
      ['b', 'b', 1, 1],
      [null, 'b', 1, 1],
    ]);
    const score = { ...judgment, type: 'score' as const, levels: [1, 2, 3, 4, 5] };
    const split = { '1': 0.45, '5': 0.55 };
    const scored = report(score, [
      label({ value: 5, number: 3.2, dist: split }),
      label({ value: 3, number: 3.2, dist: split }),
    ]);
    // `value` is 5, and the level nearest to the score is 3.
    expect(scored.held_out.raw).toMatchObject({ accuracy: 0.5, accuracy_of_value: 0.5 });
    expect(scored.held_out.base_rate?.mean_absolute_error).toBeGreaterThan(0);
    expect(scored.level_bias).toEqual([
      expect.objectContaining({ level: 3, labels: 2, mean_read: 3.2, bias: expect.closeTo(-0.8, 12) }),
    ]);
    const other = report(score, [label({ value: 5, number: 3.2, dist: split })]).held_out.raw;
    expect(other).toMatchObject({ accuracy: 0, accuracy_of_value: 1 });
  });

  it('of a choice counts the base rate as any other reading of the same shares [CAL-08]', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const values = Array.from({ length: 60 }, (_, at) => (at % 4 === 0 ? 'b' : 'a'));
    const rows = values.map((value) => label({ value, dist: { a: 0.5, b: 0.4 }, escape_p: 0.1 }));
    const base = report(choice, rows).held_out.base_rate;
    const set = setOf(
      choice,
      rows.map((row, at) => ({ ...row, document: `d${at}` })),
    );
    const shares = baseRateReads(set.y, 3);
    expect(base?.log_loss).toBeCloseTo(choiceMetrics(shares, set.y, 1e-6).logLoss, 12);
    expect(base?.brier).toBeCloseTo(choiceMetrics(shares, set.y, 1e-6).brier, 12);
    expect(base?.accuracy).toBe(0.75);
  });

  it('has no base rate where each answer has options of its own [CAL-08]', () => {
    const varied = { ...judgment, type: 'choice' as const, options: null };
    const found = report(varied, [label({ value: 'x', dist: { x: 0.6, y: 0.3 }, escape_p: 0.1 })]);
    expect(found.held_out).toMatchObject({ base_rate: null, skill: null, skill_interval: null });
    expect(found.confusion).toEqual([]);
  });
});

describe('the labels that reads are most wrong about', () => {
  it('are those that were read as the least probable, one of a document [CAL-08]', () => {
    const rows = [
      label({ document: 'a', value: true, number: 0.9 }),
      label({ document: 'b', value: false, number: 0.97 }),
      label({ document: 'b', value: false, number: 0.8 }),
      label({ document: 'c', value: true, number: 0.4 }),
    ];
    const set = setOf(judgment, rows);
    const wrong = mostWrong(set, set.reads).map(({ label: at, p }) => [set.answers[at], Number(p.toFixed(6))]);
    expect(wrong).toEqual([
      ['ans_1', 0.03],
      ['ans_3', 0.4],
    ]);
    const many = setOf(
      judgment,
      Array.from({ length: 30 }, (_, at) => label({ document: `d${at}`, value: true, number: 0.1 })),
    );
    expect(mostWrong(many, many.reads)).toHaveLength(20);
  });

  it('are of a choice those whose likeliest value did not happen [CAL-08]', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const set = setOf(choice, [
      label({ document: 'a', value: 'a', dist: { a: 0.5, b: 0.4 }, escape_p: 0.1 }),
      label({ document: 'b', escape: true, dist: { a: 0.5, b: 0.4 }, escape_p: 0.1 }),
    ]);
    expect(mostWrong(set, set.reads).map(({ label: at, p }) => [set.answers[at], p])).toEqual([['ans_1', 0.1]]);
  });
});
