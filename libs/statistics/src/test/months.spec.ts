import { sigmoid } from '../number/probability';
import { everClaims, monthOf, nulls, patterns, rowsOfMonth, sureShare, versionEntropy } from './months.fake';

const isLong = process.env.LONG === '1';
const months = isLong ? 200 : 12;
/** The 99 % bound of the number of months with a false claim, when one month in twenty has one. */
const most = isLong ? 18 : 3;
/** The share of all months: 5 % of the 1,800 of the full form, and the 99 % bound of the 24 of the short one. */
const mostOfAll = isLong ? 0.05 : 0.17;

/** All cells in the full form; in the short one the usual case and the one that lies most often, with few labels. */
const cells = isLong
  ? nulls.flatMap((alternative) => [50, 200, 500].map((n) => ({ alternative, n })))
  : [
      { alternative: nulls[0], n: 50 },
      { alternative: nulls[1], n: 50 },
    ];

describe('months in which no alternative is better', () => {
  const claims: { pattern: string; share: number }[] = [];

  it.each(cells)(
    '$alternative.name, $n labels: a user who looks after each run sees a `better` no more often than in one month in twenty, beyond noise [ALT-18] [ALT-26] [ALT-27]',
    ({ alternative, n }) => {
      const rows = Array.from({ length: months }, (_, month) => monthOf(alternative, n, 1_000 * n + month));
      const counts = patterns.map(({ name, runs }) => {
        const claimed = rows.filter((row) => everClaims(row, runs)).length;
        claims.push({ pattern: name, share: claimed / months });
        return [name, claimed <= most ? 'holds' : `${claimed} of ${months} months`];
      });
      expect(counts).toEqual(patterns.map(({ name }) => [name, 'holds']));
    },
    3_600_000,
  );

  it('and in all of them together, whatever the pattern [ALT-18]', () => {
    expect(claims).toHaveLength(cells.length * patterns.length);
    for (const { name } of patterns) {
      const own = claims.filter(({ pattern }) => pattern === name).map(({ share }) => share);
      expect(own.reduce((sum, share) => sum + share, 0) / own.length).toBeLessThanOrEqual(mostOfAll);
    }
  });
});

describe('the simulated months', () => {
  it('score as many rows in every pattern', () => {
    for (const { runs } of patterns) expect([...runs].reduce((sum, size) => sum + size, 0)).toBe(rowsOfMonth);
  });

  it('have an alternative that is as good as the version in the mean', () => {
    // The entropy of what happens given z + noise: z is then normal around 0.9 of it with variance 0.225.
    const mean = (middle: number, deviation: number, of: (x: number) => number) => {
      let [sum, weights] = [0, 0];
      for (let i = -400; i <= 400; i += 1) {
        const weight = Math.exp(-((i / 50) ** 2) / 2);
        weights += weight;
        sum += weight * of(middle + (deviation * i) / 50);
      }
      return sum / weights;
    };
    const entropyOf = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    const known = (u: number) => entropyOf(mean(0.9 * u, Math.sqrt(0.225), sigmoid));
    expect(mean(0, Math.sqrt(2.5), known)).toBeCloseTo(versionEntropy, 4);
    expect(sureShare * entropyOf(0.01) + (1 - sureShare) * Math.LN2).toBeCloseTo(versionEntropy, 12);
  });
});
