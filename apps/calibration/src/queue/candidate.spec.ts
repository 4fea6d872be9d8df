import { SampledAnswer } from '@app/contracts/documents';
import { Judgment } from '../judgment/judgment';
import { candidatesOf, shownOf } from './candidate';

const bool: Judgment = {
  judgment_id: 'jdg',
  name: 'late',
  scope: 'n',
  active_version: 1,
  copied: null,
  engine: 'jev',
  type: 'bool',
  options: null,
  levels: null,
  features: null,
  parts: null,
  thresholds: { alarm: 0.4, high: { feature: 'age', gte: 3 } },
};
const choice: Judgment = {
  ...bool,
  type: 'choice',
  options: ['a', 'b'],
  thresholds: { a: { option: 'a', gte: 0.5 }, none: { field: 'escape_p', lte: 0.1 } },
};
const score: Judgment = {
  ...bool,
  type: 'score',
  levels: [1, 2, 5],
  thresholds: { top: { field: 'score', gte: 4 }, low: { field: 'normalized', lte: 0.1 } },
};
const answer = (others: Partial<SampledAnswer>): SampledAnswer => ({
  namespace: 'n',
  document: 'd',
  answer: 'ans',
  document_version: 1,
  engine_version: null,
  judged_at: '2026-03-04T09:30:00.000Z',
  number: null,
  value: null,
  escape_p: null,
  dist: null,
  ...others,
});
const near = (judgment: Judgment, others: Partial<SampledAnswer>) => {
  const [{ x, near: nearness }] = candidatesOf(judgment, [answer(others)]);
  return [x, nearness].map((value) => Math.round(1e6 * value) / 1e6);
};

it('a candidate has a position in [0, 1] and a nearness to its nearest threshold', () => {
  expect(near(bool, { number: 0.4 })).toEqual([0.4, 1]);
  expect(near(bool, { number: 0.45 })).toEqual([0.45, 0.5]);
  expect(near(bool, { number: 0.9 })).toEqual([0.9, 0]);
  expect(near(bool, { number: 0.9, features: { age: 3.05 } })).toEqual([0.9, 0.5]);
  expect(near(choice, { dist: { a: 0.45, b: 0.5 }, escape_p: 0.05 })).toEqual([0.5, 0.5]);
  expect(near(choice, { dist: { a: 0, b: 0.2 }, escape_p: 0.8 })).toEqual([0.8, 0]);
  expect(near(score, { number: 4.2, dist: {} })).toEqual([0.8, 0.5]);
  expect(near(score, { number: 1.4, dist: {} })).toEqual([0.1, 1]);
  expect(candidatesOf(bool, [answer({})])).toEqual([]);
});

it('a reviewer sees the members that a read of the document shows', () => {
  expect(shownOf(bool, answer({ number: 0.4 }))).toEqual({ p: 0.4 });
  const beside = { features: { age: 3 }, parts: { slow: { p: 0.1 } } };
  expect(shownOf(bool, answer({ number: 0.4, ...beside }))).toEqual({ p: 0.4, ...beside });
  const dist = { a: 0.6, b: 0.3 };
  expect(shownOf(choice, answer({ value: 'a', dist, escape_p: 0.1 }))).toEqual({ value: 'a', dist, escape_p: 0.1 });
  expect(shownOf(score, answer({ number: 3.1, value: 2, dist }))).toEqual({ score: 3.1, value: 2, dist });
});
