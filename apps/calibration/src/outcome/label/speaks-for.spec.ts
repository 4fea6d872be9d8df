import { randomOf } from '@app/statistics';
import { answersAt } from './answers-at';
import { type Form, type LabelRow, type LabelSet, LabelSetBuilder } from './label-set';
import { weightsOf } from './label-weights';
import { besideAnswers, speaksFor } from './speaks-for';

const bool: Form = { type: 'bool', options: [], levels: [], features: [], parts: [] };
const choice: Form = { ...bool, type: 'choice', options: ['a', 'b'] };

function setOf(form: Form, numbers: readonly (number | Record<string, number>)[], counts: number[] | null): LabelSet {
  const builder = new LabelSetBuilder(form);
  numbers.forEach((read, at) => builder.add(labelOf(form, read, at)));
  const fine = new Array<number>(1_001).fill(0);
  counts?.forEach((count, tenth) => (fine[100 * tenth + 50] = count));
  const population = counts && { counts, sampled: false, countedAtMs: 0, ...(form.type !== 'choice' && { fine }) };
  return { ...builder.build(), population };
}

function labelOf(form: Form, read: number | Record<string, number>, at: number): LabelRow {
  const isNumber = typeof read === 'number';
  return {
    answer_id: `ans_${at}`,
    namespace: 'n',
    document: `d${at}`,
    value: form.type === 'choice' ? 'a' : at % 2 === 0,
    escape: false,
    source: 'posted',
    hindsight: false,
    observed_at: new Date(0),
    weight: 1,
    draw: 0,
    draw_size: 0,
    judged_at: new Date(0),
    engine_version: 'e1',
    number: isNumber ? read : null,
    escape_p: isNumber ? null : 0,
    dist: isNumber ? null : read,
    features: null,
    parts: null,
  };
}

const even = (from: number, to: number, n = 200) => Array.from({ length: n }, (_, at) => from + ((to - from) * at) / n);

describe('which answers figures of labels speak for', () => {
  it('is all, where labels lie where answers do [ST-F3]', () => {
    const set = setOf(bool, even(0, 1), new Array<number>(10).fill(100));
    expect(besideAnswers(set)).toMatchObject({ isUnlike: false, unlabelled: 0 });
    expect(speaksFor(set)).toBe('all');
  });

  it('is all, where labels are more of the likely answers and each tenth has some: weights mend that [ST-F3]', () => {
    const random = randomOf(1);
    const likely = even(0, 1, 2_000).filter((p) => random.uniform() < 0.05 + 0.3 * p);
    const set = setOf(bool, likely, new Array<number>(10).fill(100));
    expect(besideAnswers(set)).toMatchObject({ isUnlike: true, unlabelled: 0 });
    expect(speaksFor(set)).toBe('all');
  });

  it('is the labelled ones, where a part of the answers has no label near it [ST-F3]', () => {
    const set = setOf(bool, even(0.3, 1), new Array<number>(10).fill(100));
    expect(besideAnswers(set)?.isUnlike).toBe(true);
    expect(besideAnswers(set)?.unlabelled).toBeCloseTo(0.3, 12);
    expect(speaksFor(set)).toBe('labelled');
  });

  it('is all, where what has no label is below a hundredth of the answers [ST-F3]', () => {
    const counts = [5, ...new Array<number>(9).fill(100)];
    const likely = [...even(0.1, 1, 100), ...even(0.8, 1, 100)];
    expect(besideAnswers(setOf(bool, likely, counts))).toMatchObject({ isUnlike: true });
    expect(speaksFor(setOf(bool, likely, counts))).toBe('all');
  });

  it('is the labelled ones, where answers were not counted [ST-F3]', () => {
    expect(besideAnswers(setOf(bool, even(0, 1), null))).toBeNull();
    expect(speaksFor(setOf(bool, even(0, 1), null))).toBe('labelled');
  });

  it('is decided by the most probable option of a choice [ST-F3]', () => {
    const dists = even(0, 1).map((p) => (p < 0.5 ? { a: 0.6, b: 0.3 } : { a: 0.3, b: 0.6 }));
    expect(speaksFor(setOf(choice, dists, [500, 500, 0]))).toBe('all');
    expect(speaksFor(setOf(choice, dists, [300, 300, 400]))).toBe('labelled');
  });
});

it('labels count for themselves where no answer lies near any of them [ST-F3]', () => {
  const set = setOf(bool, even(0.8, 1), [100, ...new Array<number>(9).fill(0)]);
  expect(weightsOf(set, [0, 1, 2])).toBeNull();
  expect(weightsOf({ ...set, population: null }, [0, 1, 2])).toBeNull();
});

describe('all answers beside a threshold', () => {
  it('are flagged at or above it, and some lie where no label does [ST-F3]', () => {
    const at = answersAt(setOf(bool, even(0.3, 1), [300, 200, 100, 100, 50, 50, 50, 50, 50, 50]));
    expect(at?.(0.3).flagged).toBeCloseTo(0.4, 12);
    expect(at?.(0.3).unlabelled).toEqual({ flagged: 0, unflagged: expect.closeTo(0.6, 12) as number });
    // Those of the third tenth lie at 0.25.
    expect(at?.(0.2).unlabelled.flagged).toBeCloseTo(0.1, 12);
    expect(at?.(0).flagged).toBe(1);
    expect(at?.(1).flagged).toBe(0);
  });

  it('at 1 are those that say 1, and of a score count by its place between the levels [ST-F3]', () => {
    const set = setOf(bool, even(0, 1), new Array<number>(10).fill(100));
    const certain = { ...set.population!, fine: [...set.population!.fine!.slice(0, 1_000), 1_000] };
    expect(answersAt({ ...set, population: certain })?.(1).flagged).toBeCloseTo(0.5, 12);
    const score: Form = { ...bool, type: 'score', levels: [1, 5] };
    const stars = { ...set, form: score, reads: new Float64Array(400), scores: Float64Array.from(even(1, 5)) };
    expect(answersAt(stars)?.(3).flagged).toBeCloseTo(0.5, 12);
  });

  it('are not known of a choice, and without a count [ST-F3]', () => {
    expect(answersAt(setOf(choice, [{ a: 1, b: 0 }], [5, 5, 0]))).toBeNull();
    expect(answersAt(setOf(bool, even(0, 1), null))).toBeNull();
  });
});
