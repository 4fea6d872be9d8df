import { worstCase } from './worst-case';

const labelled = { flagged: 0.3, positive: 0.25 };

describe('what answers without a label near them can make of a bound', () => {
  it('is nothing where every answer has labels near it [ST-F3]', () => {
    const unlabelled = { flagged: 0, unflagged: 0 };
    expect(worstCase({ target: 'recall', bound: 0.9, labelled, unlabelled })).toBe(0.9);
    expect(worstCase({ target: 'precision', bound: 0.9, labelled, unlabelled })).toBe(0.9);
  });

  it('is that all of them are positive and missed, for recall [ST-F3]', () => {
    const unlabelled = { flagged: 0, unflagged: 0.66 };
    const worst = worstCase({ target: 'recall', bound: 0.9, labelled, unlabelled });
    // 0.225 of the answers are found, of 0.25 and 0.66 that may be positive.
    expect(worst).toBeCloseTo(0.225 / 0.91, 12);
    expect(worstCase({ target: 'precision', bound: 0.9, labelled, unlabelled })).toBe(0.9);
  });

  it('is that all flagged ones are negative, for precision [ST-F3]', () => {
    const unlabelled = { flagged: 0.1, unflagged: 0 };
    expect(worstCase({ target: 'precision', bound: 0.8, labelled, unlabelled })).toBeCloseTo(0.24 / 0.4, 12);
    expect(worstCase({ target: 'recall', bound: 0.8, labelled, unlabelled })).toBe(0.8);
    const none = { flagged: 0, positive: 0.25 };
    expect(worstCase({ target: 'precision', bound: 0.8, labelled: none, unlabelled })).toBe(0);
  });
});
