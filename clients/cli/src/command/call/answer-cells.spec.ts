import type { Schema } from '@app/sdk';
import { answerColumns, rawColumns } from './answer-cells';

type Answer = Schema<'AnswerView'>;

const judged = { status: 'fresh', calibrated: null, judged_at: '2026-11-27T10:00:00.000Z' };
const shown = (type: Answer['type'], members: object) => {
  const answer = { type, ...judged, ...members } as unknown as Answer;
  return Object.fromEntries(answerColumns<Answer>('j', type, (one) => one).map(([name, cell]) => [name, cell(answer)]));
};

it('tells a choice that fits none of its options from one that was never judged [ANS-02]', () => {
  const dist = { refund: 0.7, other: 0.1 };
  expect(shown('choice', { value: 'refund', dist, escape_p: 0.2 })).toMatchObject({ 'j.value': 'refund', 'j.p': 0.7 });
  const none = shown('choice', { value: null, dist, escape_p: 0.6 });
  expect(none).toMatchObject({ 'j.value': 'none of these', 'j.p': 0.6, 'j.status': 'fresh' });
  const never = { value: null, judged_at: null, status: 'unavailable', unavailable_reason: 'never_judged' };
  expect(shown('choice', never)).toEqual({
    'j.value': '',
    'j.p': '',
    'j.calibrated': '',
    'j.status': 'unavailable: never_judged',
  });
});

it('shows raw and calibrated numbers apart, each by its name [ANS-08]', () => {
  expect(shown('bool', { p: 0.5 })).toEqual({ 'j.p': 0.5, 'j.calibrated': '', 'j.status': 'fresh' });
  expect(shown('bool', { p: 0.5, calibrated: { p: 0.71239 } })).toMatchObject({ 'j.p': 0.5, 'j.calibrated': 0.7124 });
  expect(shown('score', { score: 3, calibrated: { score: 2.5 } })).toMatchObject({ 'j.score': 3, 'j.calibrated': 2.5 });
  const calibrated = { value: null, dist: { refund: 0.4 }, escape_p: 0.6 };
  expect(shown('choice', { value: 'refund', dist: { refund: 0.7 }, calibrated })).toMatchObject({
    'j.value': 'refund',
    'j.p': 0.7,
    'j.calibrated': 'none of these 0.6',
  });
});

it('an answer of record has the columns of its type', () => {
  const cells = (answer: object) => rawColumns(answer).map(([name, cell]) => [name, cell({ answer })]);
  expect(cells({ p: 0.5 })).toEqual([['p', 0.5]]);
  expect(cells({ score: 3.5, value: 4 })).toEqual([['score', 3.5]]);
  expect(cells({ value: null, escape_p: 0.9 })).toEqual([
    ['value', 'none of these'],
    ['p', 0.9],
  ]);
});
