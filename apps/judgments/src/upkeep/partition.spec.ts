import { dropBefore, partitionsAhead } from './partition';

describe('partitions', () => {
  it('cover the month before, this one and two more, over the turn of the year', () => {
    expect(
      partitionsAhead('answer', new Date('2026-11-30T23:59:59Z')).map(({ name, from, to }) => [name, from, to]),
    ).toEqual([
      ['answer_2026_10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
      ['answer_2026_11', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
      ['answer_2026_12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      ['answer_2027_01', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'],
    ]);
  });

  it('are dropped when their last day is longer ago than what they hold may live', () => {
    const now = new Date('2026-11-29T00:00:00Z');
    expect(dropBefore('context_2026_08', now, 90)).toBe(false);
    expect(dropBefore('context_2026_07', now, 90)).toBe(true);
    expect(dropBefore('context_other', now, 90)).toBe(false);
  });
});
