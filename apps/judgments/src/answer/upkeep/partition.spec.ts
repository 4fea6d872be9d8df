import { isExpired, partitionsAhead } from './partition';

describe('partitions', () => {
  it('cover the month before, this month and two more, also over the turn of the year', () => {
    expect(
      partitionsAhead('answer', new Date('2026-11-30T23:59:59Z')).map(({ name, from, to }) => [name, from, to]),
    ).toEqual([
      ['answer_2026_10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
      ['answer_2026_11', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
      ['answer_2026_12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      ['answer_2027_01', '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'],
    ]);
  });

  it('expire when their last day is longer ago than the given days', () => {
    const now = new Date('2026-11-29T00:00:00Z');
    expect(isExpired('context_2026_08', now, 90)).toBe(false);
    expect(isExpired('context_2026_07', now, 90)).toBe(true);
    expect(isExpired('context_other', now, 90)).toBe(false);
  });
});
