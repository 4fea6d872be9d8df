import { randomOf, readStored, sigmoid } from '@app/statistics';
import { compute } from '../compute';
import { Form, LabelRow, LabelSet, LabelSetBuilder } from '../../outcome/label/label-set';
import { heldOutReads } from './held-out';
import { readLabel } from './make-fit';

const plain: Form = { type: 'bool', options: [], levels: [], features: ['amount', 'age'], parts: [] };
const composite: Form = { ...plain, features: [], parts: ['slow', 'far'] };
const floor = 0.005;

/** Labels whose outcome follows `a` of two log odds and the first feature; one amount in ten is missing. */
function rows(n: number, seed: number, ofAmount: number): LabelRow[] {
  const random = randomOf(seed);
  return Array.from({ length: n }, (_, at) => {
    const [a, b, amount] = [2 * random.normal(), 2 * random.normal(), random.normal()];
    const isMissing = at % 10 === 0;
    return {
      answer_id: `ans_${at}`,
      namespace: 'n',
      document: `d${at}`,
      escape: false,
      source: 'posted',
      hindsight: false,
      observed_at: new Date(at),
      judged_at: new Date(0),
      engine_version: 'e',
      weight: 1,
      draw: 0,
      draw_size: 0,
      value: random.uniform() < sigmoid(a + (isMissing ? 0 : ofAmount * amount)),
      number: sigmoid(a),
      escape_p: null,
      dist: null,
      features: { amount: isMissing ? null : 100 + 20 * amount },
      parts: { slow: { p: sigmoid(a) }, far: { p: sigmoid(b) } },
    };
  });
}
function setOf(form: Form, of: readonly LabelRow[]): LabelSet {
  const builder = new LabelSetBuilder(form);
  of.forEach((row) => expect(builder.add(row)).toBeNull());
  return builder.build();
}

describe('a fit with features', () => {
  const set = setOf(plain, rows(400, 3, 2));
  const { made, raw, calibrated, featuresOnly } = compute({ set, floor, fit: true, reads: null });

  it('reads with a feature that informs, and says what the features alone would lose [CAL-05] [CAL-08] [JDG-20]', () => {
    expect(made).toMatchObject({ readWith: 'features', chosen: 'features' });
    expect(Object.keys(made?.losses ?? {})).toEqual(['raw', 'platt', 'beta', 'isotonic', 'features']);
    const losses = [calibrated, raw].map((one) => one?.metrics.log_loss ?? NaN);
    expect(losses[0]).toBeLessThan(losses[1] - 0.05);
    expect(featuresOnly).toBeGreaterThan(losses[0]);
    expect(featuresOnly).toBeLessThan(Math.LN2);
    expect(calibrated?.metrics.auroc).toBeGreaterThan((raw?.metrics.auroc ?? 1) + 0.03);
    // No answer has the feature `age`: a column without a value says nothing.
    const stored = made?.stored;
    const names = stored?.type === 'bool' && stored.weights?.features.map(({ name, sd }) => [name, sd > 0]);
    expect(names).toEqual([
      ['amount', true],
      ['age', false],
    ]);
  });

  it('reads later labels as documents reads their answers', () => {
    const stored = made?.stored ?? { type: 'bool' as const, map: { kind: 'raw' as const } };
    const later = setOf(plain, rows(20, 8, 2));
    const fresh = heldOutReads(later, { stored }, null);
    rows(20, 8, 2).forEach(({ answer_id, number, features, parts }) => {
      const at = later.answers.indexOf(answer_id);
      const read = readStored(stored, { number, features, parts });
      expect(fresh[at]).toBeCloseTo(read?.type === 'bool' ? read.p : NaN, 8);
      expect(readLabel(stored, later, at)[0]).toBe(fresh[at]);
    });
  });

  it('takes no feature of a judgment without', () => {
    const without = compute({ set: setOf({ ...plain, features: [] }, rows(400, 3, 2)), floor, fit: true, reads: null });
    expect(without.featuresOnly).toBeNull();
    expect(without.made?.stored).not.toHaveProperty('weights');
  });
});

describe('the fit of a composite judgment', () => {
  it('weighs the parts by the outcomes, whatever combiner made the recorded p [JDG-13]', () => {
    const recorded = rows(400, 5, 0).map((row, at) => ({ ...row, number: at % 2 ? 0.5 : row.number }));
    const { made } = compute({ set: setOf(composite, recorded), floor, fit: true, reads: null });
    expect(made).toMatchObject({ readWith: 'calibrated', chosen: 'parts', featuresOnly: null });
    const parts = made?.stored.type === 'bool' ? (made.stored.weights?.parts ?? []) : [];
    expect(parts.map(({ name }) => name)).toEqual(['slow', 'far']);
    expect(parts[0].slope).toBeGreaterThan(0.7);
    expect(Math.abs(parts[1].slope)).toBeLessThan(0.15);
  });

  it('takes labels with all parts only [JDG-13]', () => {
    const builder = new LabelSetBuilder(composite);
    const [whole, part, none] = rows(3, 6, 0);
    expect(builder.add(whole)).toBeNull();
    expect(builder.add({ ...part, parts: { slow: { p: 0.2 } } })).toBe('no_number');
    expect(builder.add({ ...none, parts: null })).toBe('no_number');
    expect(builder.build().parts).toEqual(Float64Array.from(Object.values(whole.parts ?? {}), ({ p }) => p));
  });
});
