import type { Schema } from '@app/sdk/client';
import { barOf, gistOf, reasonOf } from './answer-words';

const answer = (members: object): Schema<'AnswerView'> =>
  ({ type: 'bool', stale_reason: null, unavailable_reason: null, ...members }) as Schema<'AnswerView'>;

it('says why an answer is not fresh, also for a reason of a later service', () => {
  expect(reasonOf(answer({}))).toBe('');
  expect(reasonOf(answer({ stale_reason: 'document_changed' }))).toBe('the document changed');
  const by = { relation: 'messages', document: 'm1', changed_at: '2026-03-04T09:30:00.000Z' };
  expect(reasonOf(answer({ stale_reason: 'related_changed', stale_by: by }))).toBe('m1, related as messages, changed');
  expect(reasonOf(answer({ stale_reason: 'related_changed', stale_by: null }))).toBe('a related document changed');
  expect(reasonOf(answer({ unavailable_reason: 'moon_full' }))).toBe('moon full');
});

it('says what an answer of each type comes to', () => {
  expect(gistOf(answer({ p: 0.12345 }))).toBe('0.123');
  expect(gistOf(answer({ type: 'score', score: 3.456 }))).toBe('3.46');
  expect([
    gistOf(answer({ type: 'choice', value: 'refund' })),
    gistOf(answer({ type: 'choice', value: null })),
  ]).toEqual(['refund', 'none of these']);
  expect(gistOf(answer({}))).toBe('–');
  expect([barOf(answer({ p: 0.2 })), barOf(answer({ type: 'score', normalized: 1 })), barOf(answer({}))]).toEqual([
    0.2,
    1,
    null,
  ]);
});

it('says "none of these" of a choice that was judged so, and of none that was never judged [JDG-04]', () => {
  const never = { type: 'choice', value: null, judged_at: null, unavailable_reason: 'never_judged' };
  for (const status of ['unavailable', 'pending']) expect(gistOf(answer({ ...never, status }))).toBe('–');
  const judged = { ...never, judged_at: '2026-11-27T10:00:00.000Z', unavailable_reason: null };
  for (const status of ['fresh', 'stale']) expect(gistOf(answer({ ...judged, status }))).toBe('none of these');
});

it('says how sure an option is, and draws that [ANS-02]', () => {
  const choice = { type: 'choice', value: 'refund', dist: { refund: 0.62, other: 0.3 }, escape_p: 0.08 };
  expect([gistOf(answer(choice)), barOf(answer(choice))]).toEqual(['refund 0.620', 0.62]);
  const none = { ...choice, value: null, escape_p: 0.7 };
  expect([gistOf(answer(none)), barOf(answer(none))]).toEqual(['none of these 0.700', 0.7]);
  expect(barOf(answer({ type: 'choice', value: null, dist: null, escape_p: null, judged_at: null }))).toBeNull();
});
