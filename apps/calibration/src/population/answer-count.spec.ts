import type { Form } from '../outcome/label/label-row';
import { answerCounts, countedBy, keptCounts } from './answer-count';

const bool: Form = { type: 'bool', options: [], levels: [], features: [], parts: [] };
const choice: Form = { ...bool, type: 'choice', options: ['a', 'b'] };
const countedAt = new Date(5);

describe('counts of current answers by the strata of labels [ST-F3]', () => {
  it('are of a bool by p and of a score between its levels, in thousandths and tenths', () => {
    expect(countedBy(bool)).toEqual({ by: 'number', low: 0, high: 1 });
    expect(countedBy({ ...bool, type: 'score', levels: [1, 3, 5] })).toEqual({ by: 'number', low: 1, high: 5 });
    const bins = new Array<number>(1_001).fill(0);
    [bins[0], bins[99], bins[100], bins[999], bins[1_000]] = [1, 2, 4, 8, 16];
    const found = answerCounts(bool, keptCounts(bool, { sampled: true, bins, values: [] }), {
      sampled: true,
      countedAt,
    });
    expect(found.counts).toEqual([3, 4, 0, 0, 0, 0, 0, 0, 0, 24]);
    expect(found).toMatchObject({ fine: bins, sampled: true, countedAtMs: 5 });
  });

  it('are of a choice by option and last the escape, and of varying options by nothing', () => {
    const values = [
      { value: 'b', answers: 3 },
      { value: null, answers: 2 },
    ];
    const kept = keptCounts(choice, { sampled: false, bins: [], values });
    expect(kept).toEqual([0, 3, 2]);
    expect(answerCounts(choice, kept, { sampled: false, countedAt })).toEqual({
      counts: kept,
      sampled: false,
      countedAtMs: 5,
    });
    expect(countedBy({ ...choice, optionsVary: true })).toBeNull();
  });
});
