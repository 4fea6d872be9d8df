import { nextReplacement } from './replacement';

const now = new Date('2027-03-15T09:30:00Z');
const next = (names: string[], at = now) => nextReplacement(names, at, 13);

describe('the next replacement of answers', () => {
  it('is the oldest month that ended thirteen months ago; what was in force from then on is kept [O-M1]', () => {
    expect(next(['answer_2026_02', 'answer_2026_01', 'answer_2025_12'])).toEqual({
      target: 'answer_2025_12_kept',
      sources: ['answer_2025_12'],
      from: '2025-12-01T00:00:00Z',
      to: '2026-01-01T00:00:00Z',
      inForceAt: '2026-02-01T00:00:00Z',
    });
    expect(next(['answer_2026_01'])?.target).toBe('answer_2026_01_kept');
    expect(next(['answer_2026_01'], new Date('2027-02-28T23:59:59Z'))).toBeNull();
    expect(next(['answer_2026_01'], new Date('2027-03-01T00:00:00Z'))).not.toBeNull();
    expect(next(['answer_2026_02', 'answer_2026_01_kept', 'answer_other'])).toBeNull();
  });

  it('is a whole year once its months have gone, and that year again once a year [O-M1]', () => {
    const kept = ['answer_2025_11_kept', 'answer_2025_12_kept', 'answer_2026_01_kept', 'answer_2026_02'];
    expect(next(kept)).toEqual({
      target: 'answer_2025_kept_2027',
      sources: ['answer_2025_11_kept', 'answer_2025_12_kept'],
      from: '2025-01-01T00:00:00Z',
      to: '2026-01-01T00:00:00Z',
      inForceAt: '2026-02-01T00:00:00Z',
    });
    const copied = ['answer_2025_kept_2027', 'answer_2026_01_kept', 'answer_2026_02'];
    expect(next(copied)).toBeNull();
    // A month is first: until it has gone, nothing says that the older ones may lack what ended before it.
    const year = new Date('2028-01-01T00:00:00Z');
    expect(next(copied, year)?.target).toBe('answer_2026_02_kept');
    expect(next(['answer_2025_kept_2027', 'answer_2026_01_kept'], year)).toMatchObject({
      target: 'answer_2025_kept_2028',
      sources: ['answer_2025_kept_2027'],
    });
  });
});
