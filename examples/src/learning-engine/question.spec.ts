import type { EngineQuestion } from '@app/contracts/engines';
import { answerOf, baseOf, classesOf, questionKey } from './question';

const choice: EngineQuestion = { type: 'choice', question: 'Who?', options: [{ value: 'a' }, { value: '__proto__' }] };
const score: EngineQuestion = {
  type: 'score',
  question: 'How?',
  levels: [1, 2, 5].map((value) => ({ value, description: `${value}` })),
};

it('an answer of a head has the form that the broker checks [ENG-11]', () => {
  expect(answerOf({ type: 'bool', question: 'Is it?' }, ['false', 'true'], Float64Array.of(0.25, 0.75))).toMatchObject({
    p: 0.75,
    dist: null,
  });
  const chosen = answerOf(choice, classesOf(choice), Float64Array.of(0.2, 0.5, 0.3));
  expect(chosen).toMatchObject({ value: '__proto__', escape_p: 0.3, order: ['a', '__proto__', ''] });
  expect(Object.entries(chosen.dist ?? {})).toEqual([
    ['a', 0.2],
    ['__proto__', 0.5],
  ]);
  expect(answerOf(choice, classesOf(choice), Float64Array.of(0.2, 0.1, 0.7)).value).toBeNull();
  const rated = answerOf(score, classesOf(score), Float64Array.of(0.5, 0.3, 0.2));
  expect(rated).toMatchObject({ value: 1, score: 0.5 + 0.6 + 1, dist: { '1': 0.5, '2': 0.3, '5': 0.2 } });
  expect(rated.normalized).toBeCloseTo(1.1 / 4, 12);
});

it('log odds of a failed answer are none', () => {
  expect(baseOf({ type: 'failed', reason: 'engine_rejected', detail: '' }, ['false', 'true'])).toBeNull();
  expect(baseOf({ type: 'bool', p: 0.5 }, ['false', 'true'])).toEqual([0]);
});

it('a question is known by all that it says to an engine, in whatever order its sides are written', () => {
  const bool = { type: 'bool' as const, question: 'Is it?' };
  expect(questionKey({ ...bool, criteria: { true: 'a', false: 'b' } })).toBe(
    questionKey({ ...bool, criteria: { false: 'b', true: 'a' } }),
  );
  const keys = [bool, { ...bool, criteria: 'a' }, choice, { ...choice, escape: 'none' }, score].map(questionKey);
  expect(new Set(keys).size).toBe(keys.length);
});
