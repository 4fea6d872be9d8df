import fc from 'fast-check';
import { clusteredShare } from '../interval/clustered-share';
import { ShareTally } from './share-tally';

const rows = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 1, max: 4 })),
  {
    minLength: 1,
    maxLength: 60,
  },
);

it('a share that grows row by row tells as much as the same rows counted at once [ST-F5]', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const tally = new ShareTally(10);
      all.forEach(([unit, hit, weight], at) => {
        tally.add(unit, weight);
        if (hit) tally.hit(unit, weight);
        const so = all.slice(0, at + 1);
        const found = clusteredShare(
          so.map(([, y]) => y),
          { units: so.map(([one]) => one), weights: so.map(([, , one]) => one) },
        );
        expect(tally.effective).toBeCloseTo(found?.effective ?? NaN, 6);
      });
    }),
  );
});

it('tells as much where all documents show the same share [ST-F5]', () => {
  const tally = new ShareTally(2);
  const all = [
    [0, 1, 2],
    [0, 0, 1],
    [1, 1, 4],
    [1, 0, 2],
  ];
  all.forEach(([unit, hit, weight]) => {
    tally.add(unit, weight);
    if (hit) tally.hit(unit, weight);
  });
  const [units, y, weights] = [0, 1, 2].map((place) => all.map((row) => row[place]));
  // 81 of the sum of weights, squared, over 25 of the squares.
  expect([tally.effective, clusteredShare(y, { units, weights })?.effective]).toEqual([3.24, 3.24]);
});

it('takes hits of rows that were added before, as recall counts them [ST-F5]', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const tally = new ShareTally(10);
      all.forEach(([unit, , weight]) => tally.add(unit, weight));
      all.forEach(([unit, hit, weight]) => hit && tally.hit(unit, weight));
      const found = clusteredShare(
        all.map(([, y]) => y),
        { units: all.map(([one]) => one), weights: all.map(([, , one]) => one) },
      );
      expect(tally.effective).toBeCloseTo(found?.effective ?? NaN, 6);
    }),
  );
});

it('counts many documents by the series of the quantile, as exactly [ST-F5]', () => {
  const units = Array.from({ length: 600 }, (_, at) => at % 300);
  const y = units.map((unit, at) => ((unit * 7 + (at < 300 ? 0 : unit % 3)) % 5 === 0 ? 1 : 0));
  const tally = new ShareTally(300);
  units.forEach((unit, at) => {
    tally.add(unit, 1);
    if (y[at]) tally.hit(unit, 1);
  });
  expect(tally.effective).toBeCloseTo(clusteredShare(y, { units })?.effective ?? NaN, 3);
});
