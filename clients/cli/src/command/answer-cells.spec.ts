import type { Schema } from '@app/sdk';
import { answerText } from './answer-text';

const answer = (members: object) =>
  ({
    type: 'choice',
    status: 'fresh',
    stale_reason: null,
    unavailable_reason: null,
    calibrated: null,
    judged_at: '2026-11-27T10:00:00.000Z',
    ...members,
  }) as Schema<'AnswerView'>;

it('tells a choice that fits none of its options from one that was never judged [ANS-02]', () => {
  expect(answerText(answer({ value: 'refund' }))).toBe('refund');
  expect(answerText(answer({ value: null }))).toBe('none of these');
  const never = { value: null, judged_at: null, status: 'unavailable', unavailable_reason: 'never_judged' };
  expect(answerText(answer(never))).toBe('(unavailable: never_judged)');
});

it('shows the calibrated reading where there is one [ANS-08]', () => {
  expect(answerText(answer({ type: 'bool', p: 0.5 }))).toBe('0.5');
  expect(answerText(answer({ type: 'bool', p: 0.5, calibrated: { p: 0.71239 } }))).toBe('0.7124');
});
