import { meets } from '@app/definition';
import fc from 'fast-check';
import { movedAnswers } from './threshold-change';

const bool = { type: 'bool', levels: [] } as const;
const score = { type: 'score', levels: [1, 5] } as const;

describe('a change of thresholds', () => {
  it('moves only answers between the old and the new bound', () => {
    const bound = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(bound, bound, bound, (was, is, number) => {
        const moved = movedAnswers({ t: was }, { t: is }, ['t'], bool);
        if (moved === null) return was === is;
        if (typeof moved === 'string') return false;
        const inside = number >= moved.low && number <= moved.high;
        return inside || meets(number, was) === meets(number, is);
      }),
    );
    expect(movedAnswers({ t: 0.5 }, { t: 0.9 }, ['t'], bool)).toEqual({
      low: expect.closeTo(0.5, 4) as number,
      high: expect.closeTo(0.9, 4) as number,
    });
  });

  it('moves no answer when only thresholds of other names change', () => {
    expect(movedAnswers({ t: 0.5, u: 0.1 }, { t: 0.5, u: 0.9 }, ['t'], bool)).toBeNull();
    expect(movedAnswers({}, {}, ['t'], bool)).toBeNull();
  });

  it('may move every document when a threshold is added or removed, because it reads false without an answer', () => {
    expect(movedAnswers({}, { t: 0.5 }, ['t'], bool)).toBe('documents');
    expect(movedAnswers({ t: 0.1, u: { option: 'a', lte: 1 } }, { u: { option: 'a', lte: 0 } }, ['u', 't'], bool)).toBe(
      'documents',
    );
    expect(movedAnswers({ t: { field: 'score', lte: 2 } }, {}, ['t'], score)).toBe('documents');
  });

  it('gives the range of a normalized score as scores', () => {
    const moved = movedAnswers(
      { t: { field: 'normalized', gte: 0.5 } },
      { t: { field: 'normalized', gte: 0.25 } },
      ['t'],
      score,
    );
    expect(moved).toEqual({ low: expect.closeTo(2, 4) as number, high: expect.closeTo(3, 4) as number });
  });

  it('may move every answer when another number decides', () => {
    const choice = { type: 'choice', levels: [] } as const;
    expect(movedAnswers({ t: { option: 'a', gte: 0.5 } }, { t: { option: 'a', gte: 0.6 } }, ['t'], choice)).toBe('all');
    expect(movedAnswers({ t: { field: 'score', gte: 2 } }, { t: { field: 'score', lte: 2 } }, ['t'], score)).toBe(
      'all',
    );
  });
});
