import { randomOf } from '@app/statistics';
import { Candidate, draw } from './draw';
import { LabelRow, LabelSet, LabelSetBuilder } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';

interface Answer extends Candidate {
  id: number;
  y: boolean;
}

/** Answers that mostly read high, with a threshold in the middle: a plain count of queue labels is far too low. */
function population(n: number, seed: number): Answer[] {
  const random = randomOf(seed);
  return Array.from({ length: n }, (_, id) => {
    const x = 1 - random.uniform() ** 4;
    return { id, x, near: Math.max(0, 1 - Math.abs(x - 0.5) / 0.1), y: random.uniform() < x };
  });
}

interface Labelled extends Pick<LabelRow, 'weight' | 'draw' | 'draw_size'> {
  id: number;
  y: boolean;
}

/** Draws one after another, each among what no draw took before; `labelled` of each draw are labelled. */
function drawAll(answers: Answer[], draws: { size: number; labelled: number }[], seed: number): Labelled[] {
  const random = randomOf(seed);
  const taken = new Set<number>();
  const labels = new Array<number>(10).fill(0);
  return draws.flatMap(({ size, labelled }, at) => {
    const rest = answers.filter(({ id }) => !taken.has(id));
    const drawn = draw(rest, labels, size, () => random.uniform());
    drawn.forEach(({ candidate }) => taken.add(candidate.id));
    return drawn.slice(0, labelled).map(({ candidate: { id, y, x }, weight }): Labelled => {
      labels[Math.min(9, Math.floor(10 * x))]++;
      return { id, y, weight, draw: at + 1, draw_size: drawn.length };
    });
  });
}

function setOf(labels: readonly (Labelled | (Omit<Labelled, 'weight'> & { weight: 1; source: string }))[]): LabelSet {
  const builder = new LabelSetBuilder({ type: 'bool', options: [], levels: [], features: [], parts: [] });
  for (const { id, y, ...rest } of labels) {
    builder.add({
      answer_id: `ans_${id}`,
      namespace: 'n',
      document: `d${id}`,
      value: y,
      escape: false,
      source: 'queue',
      hindsight: false,
      observed_at: new Date(0),
      judged_at: new Date(0),
      engine_version: null,
      number: 0.5,
      escape_p: null,
      dist: null,
      features: null,
      parts: null,
      ...rest,
    });
  }
  return builder.build();
}

function rateOf(labels: Labelled[]): { rate: number; effective: number } {
  const set = setOf(labels);
  const weights = weightsOf(set, [...set.y.keys()]) ?? new Float64Array(set.y.length).fill(1);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight * weight, 0);
  return { rate: set.y.reduce((total, y, i) => total + y * weights[i], 0) / sum, effective: (sum * sum) / squares };
}

const all = (sizes: number[]) => sizes.map((size) => ({ size, labelled: size }));
const answers = population(700, 1);
const truth = answers.filter(({ y }) => y).length / answers.length;
/** Means over many drawings. One drawing strays by about 0.07, their mean by 0.01. */
function meanRate(draws: { size: number; labelled: number }[], runs = 60) {
  const rates = Array.from({ length: runs }, (_, run) => rateOf(drawAll(answers, draws, run + 1)));
  const mean = rates.reduce((sum, { rate }) => sum + rate / runs, 0);
  const effective = rates.reduce((sum, one) => sum + one.effective / runs, 0);
  return { mean, effective };
}

describe('weights of labels of the review queue', () => {
  it('one look at a single item before a draw of 60 leaves the figures what they are [defect E-H4] [OUT-09]', () => {
    const [alone, after] = [meanRate(all([60])), meanRate(all([1, 60]))];
    expect(after.effective).toBeGreaterThan(0.9 * alone.effective);
    expect(Math.abs(after.mean - truth)).toBeLessThan(0.03);
    const first = rateOf(drawAll(answers, all([1, 60]), 7));
    expect(first.effective).toBeGreaterThan(15);
  });

  it.each([
    ['many draws of one', new Array<number>(60).fill(1)],
    ['draws that take most answers', [60, 60, 60, 60, 60, 60, 60]],
    ['a large draw and then small ones', [100, 3, 3, 3, 20]],
  ])('combine %s into the share of all answers [defect E-H4]', (_, sizes) => {
    const { mean } = meanRate(all(sizes));
    expect(Math.abs(mean - truth)).toBeLessThan(0.03);
    const plain = drawAll(answers, all([60]), 3);
    expect(truth - plain.filter(({ y }) => y).length / plain.length).toBeGreaterThan(0.05);
  });

  it('count a draw by what is labelled of it, and one without labels not at all', () => {
    const partly = [
      { size: 100, labelled: 30 },
      { size: 100, labelled: 60 },
      { size: 100, labelled: 5 },
    ];
    expect(Math.abs(meanRate(partly).mean - truth)).toBeLessThan(0.03);
    const looked = drawAll(answers, [...all([60]), { size: 100, labelled: 0 }], 5);
    expect(rateOf(looked)).toEqual(rateOf(drawAll(answers, all([60]), 5)));
  });

  it('sum to the number of queue labels, beside posted ones of weight 1; without queue labels there are none', () => {
    const posted = { id: 9_000, y: true, weight: 1 as const, draw: 0, draw_size: 0, source: 'posted' };
    const set = setOf([...drawAll(answers, all([20]), 2), posted]);
    const weights = weightsOf(set, [...set.y.keys()]) ?? new Float64Array();
    const own = set.draws.indexOf(0);
    expect(weights.reduce((sum, weight, i) => sum + (i === own ? 0 : weight), 0)).toBeCloseTo(20, 9);
    expect(weights[own]).toBe(1);
    expect(weightsOf(setOf([posted]), [0])).toBeNull();
    expect(weightsOf(setOf([]), [])).toBeNull();
  });
});
