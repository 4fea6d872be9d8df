import { randomOf } from '@app/statistics';
import { compute } from '../../figure/compute';
import { readLabel } from '../../figure/fit/make-fit';
import type { Judgment } from '../../judgment/judgment';
import { readCut } from '../../recommendation/query';
import { Form, LabelRow, LabelSetBuilder, classRows } from './label-set';
import { formOf } from './load-labels';
import { padded, unpadded, unpaddedPlace, variedRow } from './varied-row';

const form: Form = formOf({ type: 'choice', options: null, levels: null, features: null, parts: null } as Judgment);

function label(dist: Record<string, number> | null, value: string | null, at = 0): LabelRow {
  const escape_p = dist && 1 - Object.values(dist).reduce((sum, p) => sum + p, 0);
  return {
    answer_id: `ans_${at}`,
    namespace: 'n',
    document: `d${at}`,
    source: 'posted',
    hindsight: false,
    observed_at: new Date(at),
    judged_at: new Date(0),
    engine_version: 'e',
    weight: 1,
    draw: 0,
    draw_size: 0,
    value,
    escape: value === null,
    number: null,
    escape_p,
    dist,
    features: null,
    parts: null,
  };
}

describe('a label of an answer with options of its own', () => {
  it('has its options by probability, and the place of the one that happened [REL-11] [CAL-01]', () => {
    const { numbers, y } = variedRow(label({ a: 0.1, b: 0.5, c: 0 }, 'a'))!;
    expect(y).toBe(1);
    const row = unpadded(numbers);
    expect([...row].map((p) => Number(p.toFixed(9)))).toEqual([0.5, 0.1, 0, 0.4]);
    expect(unpaddedPlace(1, row)).toBe(1);
    expect(padded(row)).toEqual(numbers);
    const escaped = variedRow(label({ a: 0.1 }, null))!;
    expect(unpaddedPlace(escaped.y!, unpadded(escaped.numbers))).toBe(1);
    expect(variedRow(label({}, null))!.numbers.at(-1)).toBe(1);
  });

  it('keeps the one that happened among many, and lacks one that was not offered [REL-11]', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`o${n}`, (200 - n) / 40_000]));
    const { numbers, y } = variedRow(label(many, 'o150'))!;
    expect([numbers.length, y, numbers[62]]).toEqual([64, 62, many['o150']]);
    expect(variedRow(label(many, 'gone'))!.y).toBeNull();
    expect(variedRow(label(null, 'a'))).toBeNull();
  });
});

describe('a fit where each answer has options of its own', () => {
  /** The engine is too sure: its probabilities are sharper than what happens. */
  function labels(n: number): LabelRow[] {
    const random = randomOf(7);
    return Array.from({ length: n }, (_, at) => {
      const count = 1 + (at % 5);
      const raw = Array.from({ length: count + 1 }, () => Math.exp(random.normal()));
      const sum = raw.reduce((all, one) => all + one, 0);
      const sharp = raw.map((one) => one ** 3);
      const sharpSum = sharp.reduce((all, one) => all + one, 0);
      let left = random.uniform() * sum;
      const happened = raw.findIndex((one) => (left -= one) <= 0);
      const dist = Object.fromEntries(sharp.slice(0, count).map((one, k) => [`d${at}-${k}`, one / sharpSum]));
      return label(dist, happened === count ? null : `d${at}-${happened}`, at);
    });
  }
  const builder = new LabelSetBuilder(form);
  labels(400).forEach((row) => expect(builder.add(row)).toBeNull());
  const set = builder.build();
  const { made, raw, calibrated } = compute({ set, floor: 0.005, fit: true, reads: null });

  it('is a temperature that flattens what is too sure, and loses less [REL-11] [CAL-05]', () => {
    expect(made).toMatchObject({ chosen: 'temperature', readWith: 'calibrated' });
    expect(Object.keys(made!.losses)).toEqual(['raw', 'temperature']);
    expect(made!.stored).toMatchObject({ type: 'choice', options: null, map: { kind: 'temperature' } });
    const map = made!.stored.type === 'choice' && made!.stored.map;
    expect(map && map.kind === 'temperature' ? map.beta : NaN).toBeCloseTo(1 / 3, 1);
    expect(calibrated!.metrics.log_loss).toBeLessThan(raw!.metrics.log_loss! - 0.1);
  });

  it('reads each label among its own options [REL-11]', () => {
    const { dists } = classRows(set, set.reads);
    expect(new Set(dists.map(({ length }) => length))).toEqual(new Set([2, 3, 4, 5, 6]));
    for (const [at, dist] of dists.entries()) {
      const read = unpadded(readLabel(made!.stored, set, at));
      expect(read).toHaveLength(dist.length);
      expect(read.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    }
  });

  it('leaves out what was not offered, and has no threshold on an option [REL-11] [THR-03]', () => {
    const other = new LabelSetBuilder(form);
    expect(other.add(label({ a: 0.5 }, 'b'))).toBe('option_gone');
    expect(other.add(label(null, 'a'))).toBe('no_number');
    expect(() => readCut({ on: 'dist.a', target: 'precision' }, form)).toThrow('related documents');
  });
});
