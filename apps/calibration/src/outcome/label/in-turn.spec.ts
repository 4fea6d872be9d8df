import { inTurnWith } from './in-turn';

const tally = (engine_version: string | null, [first, last]: [number, number], n: number, is_excluded = false) => ({
  engine_version,
  is_excluded,
  n,
  first_judged_at: new Date(first),
  last_judged_at: new Date(last),
});

describe('epochs that answered in turn', () => {
  it('are those with answers between the first and the last of the report’s', () => {
    const tallies = [
      tally('now', [100, 200], 30),
      tally('now', [150, 300], 10),
      tally('beside', [90, 110], 5),
      tally('beside', [280, 290], 2),
      tally('before', [1, 99], 50),
      tally(null, [120, 130], 4),
      tally('elsewhere', [120, 130], 4, true),
    ];
    expect(inTurnWith(tallies, 'now')).toEqual({ epochs: 1, labels: 7 });
    expect(inTurnWith(tallies, 'beside')).toEqual({ epochs: 2, labels: 90 });
  });

  it('are none after a change that is over, and none without labels', () => {
    const tallies = [tally('now', [100, 200], 30), tally('before', [1, 100], 50)];
    expect([inTurnWith(tallies, 'now'), inTurnWith(tallies, 'before'), inTurnWith([], null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
