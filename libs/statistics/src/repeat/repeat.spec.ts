import { randomOf } from '../random/random';
import { RepeatedAnswer, repeatDeviation, repeatFlips, repeatLogitDeviation } from './repeat';

const worlds = process.env.LONG === '1' ? 2000 : 200;

function plain(count: number): RepeatedAnswer[] {
  return Array.from({ length: count }, (_, at) => ({ unit: at, weight: 1 }));
}

it('an engine that repeats itself has no noise, and its interval says how few answers show that [CAL-01]', () => {
  const numbers = Array.from({ length: 30 }, (_, at) => [at / 30, at / 30]);
  expect(repeatDeviation(plain(30), numbers)).toBe(0);
  expect(repeatLogitDeviation(plain(30), numbers, 1e-6)).toBe(0);
  const flips = repeatFlips(
    plain(30),
    numbers.map((own) => own.map((p) => p >= 0.5)),
  );
  expect(flips?.share).toBe(0);
  expect(flips?.interval[0]).toBe(0);
  // Wilson's upper end of 0 of 30: z² / (30 + z²).
  expect(flips?.interval[1]).toBeCloseTo(3.8415 / 33.8415, 4);
});

it('the deviation is the root of the weighted mean of variances, by a second calculation [CAL-01]', () => {
  const answers = [
    { unit: 0, weight: 3 },
    { unit: 1, weight: 1 },
    { unit: 2, weight: 5 },
  ];
  // Of two numbers the variance is half the square of their difference; one number says nothing.
  const expected = Math.sqrt((3 * (0.1 ** 2 / 2) + 1 * (0.4 ** 2 / 2)) / 4);
  expect(repeatDeviation(answers, [[0.2, 0.3], [0.9, 0.5], [0.7]])).toBeCloseTo(expected, 12);
  expect(repeatDeviation(answers, [[0.2], [], [0.7]])).toBeNull();
  expect(repeatFlips(answers, [[true], [], [false]])).toBeNull();
});

it('asked more often, the share of flips means the same: pairs of asks that differ [CAL-01]', () => {
  const sides = [
    ['a', 'a', 'b', null],
    ['a', 'a', 'a', 'a'],
  ];
  // Of the six pairs of the first answer one is alike.
  expect(repeatFlips(plain(2), sides)?.share).toBeCloseTo(5 / 12, 12);
});

it('deviation and flips of a noisy engine are found, drawn with unequal chances, and intervals hold [CAL-01]', () => {
  const random = randomOf(7);
  const [sd, threshold, count] = [0.05, 0.5, 60];
  // Answers lie evenly; a draw takes those near the threshold four times as often.
  const chance = (p: number) => (Math.abs(p - threshold) < 0.1 ? 1 : 0.25);
  const truth = flipsOf(sd, threshold);
  let [held, sum, squares] = [0, 0, 0];
  for (let world = 0; world < worlds; world += 1) {
    const answers: RepeatedAnswer[] = [];
    const numbers: number[][] = [];
    while (answers.length < count) {
      const p = random.uniform();
      if (random.uniform() > chance(p)) continue;
      answers.push({ unit: answers.length, weight: 1 / chance(p) });
      numbers.push([p + sd * random.normal(), p + sd * random.normal()]);
    }
    const flips = repeatFlips(
      answers,
      numbers.map((own) => own.map((p) => p >= threshold)),
    );
    if (flips!.interval[0] <= truth && truth <= flips!.interval[1]) held += 1;
    sum += flips!.share;
    squares += repeatDeviation(answers, numbers)! ** 2;
  }
  expect(Math.sqrt(squares / worlds)).toBeCloseTo(sd, 2);
  expect(sum / worlds).toBeGreaterThan(truth * 0.85);
  expect(sum / worlds).toBeLessThan(truth * 1.15);
  // 93 %, less what 200 worlds may miss by chance (99.9 %).
  expect(held / worlds).toBeGreaterThan(0.93 - 3.1 * Math.sqrt((0.93 * 0.07) / worlds));
});

/** The share of evenly spread answers that two asks put on different sides, by integration. */
function flipsOf(sd: number, threshold: number): number {
  const random = randomOf(11);
  const draws = 200_000;
  let flips = 0;
  for (let at = 0; at < draws; at += 1) {
    const p = (at + 0.5) / draws;
    const [first, second] = [p + sd * random.normal(), p + sd * random.normal()];
    if (first >= threshold !== second >= threshold) flips += 1;
  }
  return flips / draws;
}
