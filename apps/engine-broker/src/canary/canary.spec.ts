import type { AskReply, RawAnswer } from '@app/engines';
import { hasMoved, meanMove, middleOf, movement, numbersOf, singleMove } from './canary';

const reply = (answers: AskReply['answers']): AskReply => ({
  answers,
  reportedModel: 'm',
  tokens: null,
  requestId: null,
});

describe('the canary', () => {
  it('compares every number of every type, and nothing that was not answered', () => {
    const score: RawAnswer = { type: 'score', score: 1, value: 1, normalized: 0.5, dist: {}, printed: [0.2, 0.6, 0.2] };
    expect(numbersOf(reply([{ type: 'bool', p: 0.4 }, score]))).toEqual([0.4, 0.2, 0.6, 0.2]);
    expect(numbersOf(reply([{ type: 'failed', reason: 'engine_refused', detail: 'x' }]))).toBeNull();
  });

  it('counts the middle of its rounds, which one odd answer does not move', () => {
    expect(middleOf([[0.5], [0.9], [0.52]])).toEqual([0.52]);
    expect(middleOf([])).toEqual([]);
  });

  it('tells noise from another behaviour [ENG-10]', () => {
    const before = [0.95, 0.5, 0.2, 0.7, 0.1, 0.9];
    const noisy = before.map((p, place) => p + (place % 2 === 0 ? 0.03 : -0.03));
    expect(hasMoved(before, noisy)).toBe(false);
    // The one published drift: 0.950 became 0.774 under the same name.
    expect(hasMoved(before, [0.774, ...before.slice(1)])).toBe(true);
    expect(
      hasMoved(
        before,
        before.map((p) => p - meanMove - 0.001),
      ),
    ).toBe(true);
    expect(hasMoved(before, [before[0] - singleMove + 0.001, ...before.slice(1)])).toBe(false);
    expect(movement([0.1], [0.1, 0.2])).toEqual({ most: 1, mean: 1 });
  });
});
