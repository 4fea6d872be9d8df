import { Measured, Pace, replayOf, scaled } from './replay';

const pace: Pace = { freshness: { debounce_ms: 0 }, fanout: { debounce_ms: 0, rolling_limit: 300_000 } };
const measured = (spreads: boolean, changes: number, each: number, documents: number): Measured => ({
  spreads,
  changes_per_day: changes,
  documents_per_change: each,
  judged_documents: documents,
});

describe('the replay of related changes', () => {
  it('judges every document that a change concerns, so it grows with the rate of change [JDG-23]', () => {
    const of = (changes: number) => replayOf([measured(true, changes, 30, 1_000)], pace).judgments_per_day;
    expect([of(0), of(10), of(40)]).toEqual([0, 300, 1_200]);
  });

  it('judges no document more than once a debounce, each kind by its own [JDG-23]', () => {
    const hourly = 3_600_000;
    const slow = { freshness: { debounce_ms: hourly }, fanout: { debounce_ms: 2 * hourly, rolling_limit: 300_000 } };
    expect(replayOf([measured(false, 1_000, 1, 5)], slow).judgments_per_day).toBe(5 * 24);
    expect(replayOf([measured(true, 1_000, 1, 5)], slow).judgments_per_day).toBe(5 * 12);
    expect(replayOf([measured(false, 0, 0, 0)], pace).judgments_per_day).toBe(0);
  });

  it('spreads to no more than the rolling limit a day over all relations, and gathers without one [REL-05]', () => {
    const limited = { ...pace, fanout: { debounce_ms: 0, rolling_limit: 50 } };
    const all = [measured(true, 10, 4, 100), measured(true, 10, 3, 100), measured(false, 7, 1, 100)];
    expect(replayOf(all, limited)).toEqual({
      changes_per_day: 27,
      documents_per_change: 77 / 27,
      judgments_per_day: 57,
    });
  });

  it('of a prefix is that of its sample for all its namespaces', () => {
    const sampled = [
      replayOf([measured(true, 10, 2, 100)], pace),
      replayOf([measured(true, 30, 4, 100)], { ...pace, fanout: { debounce_ms: 0, rolling_limit: 60 } }),
    ];
    expect(scaled(sampled, 10)).toEqual({
      changes_per_day: 200,
      documents_per_change: 3.5,
      judgments_per_day: 400,
    });
    expect(scaled([], 0)).toEqual({ changes_per_day: 0, documents_per_change: 0, judgments_per_day: 0 });
  });
});
