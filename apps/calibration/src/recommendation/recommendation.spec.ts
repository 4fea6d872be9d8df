import { LabelRow, LabelSetBuilder, Form } from '../outcome/label/label-set';
import { CutLabels, cutLabels } from './cut-labels';
import { readCut, readTarget } from './query';
import { recommend } from './recommendation';

const row = (others: Partial<LabelRow>): LabelRow => ({
  answer_id: 'ans',
  namespace: 'n',
  document: 'd',
  value: null,
  escape: false,
  source: 'posted',
  weight: 1,
  draw: 0,
  draw_size: 0,
  hindsight: false,
  observed_at: new Date(0),
  judged_at: new Date(0),
  engine_version: null,
  number: null,
  escape_p: null,
  dist: null,
  features: null,
  parts: null,
  ...others,
});
const setOf = (form: Form, rows: Partial<LabelRow>[]) => {
  const builder = new LabelSetBuilder(form);
  rows.forEach((one) => expect(builder.add(row(one))).toBeNull());
  return builder.build();
};
const bool: Form = { type: 'bool', options: [], levels: [], features: [], parts: [] };
const choice: Form = { type: 'choice', options: ['a', 'b.c'], levels: [], features: [], parts: [] };
const score: Form = { type: 'score', options: [], levels: [-1, 0, 4], features: [], parts: [] };
const query = { on: 'p', target: 'precision' as const, at_least: '0.9' };
const ofOwnDocuments = (p: Float64Array, y: Float64Array): CutLabels => {
  return { p, y, weights: null, units: Float64Array.from(p.keys()) };
};
const fault = (reason: string) => expect.objectContaining({ details: expect.objectContaining({ reason }) });

describe('the number that a threshold is compared with', () => {
  it('is p of a bool, an option of a choice, or the score from a level on [CAL-04]', () => {
    const dist = { a: 0.7, 'b.c': 0.2 };
    const chosen = setOf(choice, [
      { value: 'a', dist, escape_p: 0.1 },
      { value: 'b.c', dist: { a: 0.3, 'b.c': 0.6 }, escape_p: 0.1 },
      { escape: true, dist, escape_p: 0.1 },
    ]);
    const option = readCut({ ...query, on: 'dist.b.c' }, choice);
    expect(cutLabels(chosen, option)).toEqual({
      p: Float64Array.of(0.2, 0.6, 0.2),
      y: Float64Array.of(0, 1, 0),
      weights: null,
      units: Float64Array.of(0, 0, 0),
    });
    const levels = { '-1': 0.2, '0': 0.3, '4': 0.5 };
    const scored = setOf(score, [
      { value: 4, number: 1.8, dist: levels },
      { value: 2, number: 2.5, dist: levels },
      { value: 0, number: null, dist: levels },
    ]);
    const highest = readCut({ ...query, on: 'score' }, score);
    expect(cutLabels(scored, highest)).toMatchObject({ p: Float64Array.of(1.8, 2.5), y: Float64Array.of(1, 0) });
    const from = readCut({ ...query, on: 'score', positive_from: '0.5' }, score);
    expect(cutLabels(scored, from).y).toEqual(Float64Array.of(1, 1));
  });

  it('must be one that the type has [CAL-04]', () => {
    expect(() => readCut({ ...query, on: 'dist.c' }, choice)).toThrow(fault('bad_query'));
    expect(() => readCut({ ...query, on: 'p' }, score)).toThrow(fault('bad_query'));
    expect(() => readCut({ ...query, on: 'score' }, bool)).toThrow(fault('bad_query'));
    for (const positive_from of ['-1', '4.1', '', 'x']) {
      expect(() => readCut({ ...query, on: 'score', positive_from }, score)).toThrow(fault('bad_bounds'));
    }
  });

  it('weights labels of the queue, and the weights sum to their number [CAL-04]', () => {
    const set = setOf(bool, [
      { value: true, number: 0.9 },
      { value: true, number: 0.8, source: 'queue', weight: 30 },
      { value: false, number: 0.1, source: 'queue', weight: 90 },
    ]);
    expect(cutLabels(set, { on: 'p' }).weights).toEqual(Float64Array.of(1, 0.5, 1.5));
  });
});

it('a target is a share below 1 or two costs [CAL-04]', () => {
  expect(readTarget(query)).toEqual({ target: 'precision' as const, atLeast: 0.9 });
  const cost = { on: 'p', target: 'cost' as const, cost_false_positive: '0', cost_false_negative: '2.5' };
  expect(readTarget(cost)).toEqual({ target: 'cost' as const, costFalsePositive: 0, costFalseNegative: 2.5 });
  expect(() => readTarget({ ...cost, cost_false_negative: '0' })).toThrow(fault('bad_bounds'));
  for (const at_least of ['0', '1', '1.5'])
    expect(() => readTarget({ ...query, at_least })).toThrow(fault('bad_bounds'));
  for (const at_least of ['-0.5', '1e-3', '', 'NaN']) {
    expect(() => readTarget({ ...query, at_least })).toThrow(fault('bad_query'));
  }
});

it('labels with one value give no recommendation but the number of labels that are needed [CAL-02]', () => {
  const labels = ofOwnDocuments(new Float64Array(40).fill(0.5), new Float64Array(40).fill(1));
  expect(() => recommend(labels, { target: 'recall' as const, atLeast: 0.5 })).toThrow(
    expect.objectContaining({ code: 'insufficient_labels', details: { labels: 40, labels_needed: 41 } }),
  );
});

it.each([
  ['.8', 'write 0.8'],
  ['-1', 'must not be negative'],
  ['1e3', 'a decimal number such as 0.9'],
])('a number that is written as %s is refused with how to mend it [defect E-L5]', (text, sentence) => {
  expect(() => readTarget({ ...query, at_least: text })).toThrow(sentence);
});

describe('a recommendation on numbers that rank nothing', () => {
  /** 200 labels of which nine in ten are positive, whatever p is; `backwards` gives the negatives the higher p. */
  const labels = (backwards: boolean) => {
    const y = Float64Array.from({ length: 200 }, (_, at) => (at % 10 === 3 ? 0 : 1));
    const p = y.map((positive, at) => (backwards && !positive ? 0.9 : ((at * 37) % 80) / 100));
    return ofOwnDocuments(p, y);
  };

  it('promises no threshold, although every threshold reaches the target [CAL-04]', () => {
    for (const [backwards, code] of [
      [false, 'ranks_nothing'],
      [true, 'ranks_backwards'],
    ] as const) {
      const found = recommend(labels(backwards), { target: 'precision', atLeast: 0.8 });
      expect(found.precision?.at_least).toBeGreaterThan(0.8);
      expect(found).toMatchObject({ holds: false, labels_needed: null, notices: [{ code }] });
    }
    const cost = recommend(labels(false), { target: 'cost', costFalsePositive: 1, costFalseNegative: 1 });
    expect(cost).toMatchObject({ holds: null, notices: [{ code: 'ranks_nothing' }] });
  });

  it('promises one where the numbers rank [CAL-04]', () => {
    const { p, y } = labels(true);
    const turned = ofOwnDocuments(
      p.map((one) => 1 - one),
      y,
    );
    const found = recommend(turned, { target: 'precision', atLeast: 0.8 });
    expect(found).toMatchObject({ holds: true, notices: [] });
  });
});

describe('a recommendation on labels of few documents', () => {
  /** 200 labels of which the half that reads 0.9 is positive. */
  const labels = (documents: number): CutLabels => {
    const y = Float64Array.from({ length: 200 }, (_, at) => (at < 100 ? 1 : 0));
    return { p: y.map((one) => (one ? 0.9 : 0.1)), y, weights: null, units: y.map((_, at) => at % documents) };
  };

  it('promises no threshold, and says how many documents are needed [ST-F5]', () => {
    const few = recommend(labels(20), { target: 'precision', atLeast: 0.8 });
    expect(few).toMatchObject({
      holds: false,
      threshold: 0.9,
      n: 200,
      documents: 20,
      documents_needed: 30,
      labels_needed: 300,
    });
    expect(few.notices).toEqual([
      { code: 'few_documents', message: expect.stringContaining('of 20 documents') as string },
    ]);
    const enough = recommend(labels(100), { target: 'precision', atLeast: 0.8 });
    expect(enough).toMatchObject({ holds: true, documents: 100, documents_needed: null, notices: [] });
  });

  it('has wider intervals than as many labels of documents of their own [ST-F5]', () => {
    const [some, own] = [labels(40), labels(200)].map((one) => recommend(one, { target: 'recall', atLeast: 0.8 }));
    expect(some.recall?.interval[0]).toBeLessThan((own.recall?.interval[0] ?? 0) - 0.02);
    expect(some.curve[0].recall_interval?.[0]).toBeLessThan((own.curve[0].recall_interval?.[0] ?? 0) - 0.02);
  });
});
