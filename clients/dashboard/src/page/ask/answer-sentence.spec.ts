import { answerSentence, tookText } from './answer-sentence';

const judged = { judged_at: '2026-11-28T00:00:00Z' };

it('says an answer of each type so that it reads without a manual [ANS-02] [DASH-06]', () => {
  expect(answerSentence({ ...judged, type: 'bool', p: 0.834 })).toBe('Yes: 83.4 %');
  expect(answerSentence({ ...judged, type: 'choice', value: 'refund', dist: { refund: 0.62 } })).toBe('refund 0.620');
  expect(answerSentence({ ...judged, type: 'choice', value: null, escape_p: 0.7 })).toBe('none of these 0.700');
  expect(answerSentence({ ...judged, type: 'score', score: 3.456 })).toBe('Score 3.46');
  expect(answerSentence({ judged_at: null, type: 'choice' })).toBe('No answer');
});

it('says how long answers took [DASH-06]', () => {
  expect([tookText(3, 412), tookText(1, 2_000)]).toEqual(['3 answers in 0.4 s', '1 answer in 2.0 s']);
});
