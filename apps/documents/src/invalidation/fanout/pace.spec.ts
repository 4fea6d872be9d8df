import { restS } from './pace';

it.each([
  [1, 1, 0],
  [0.2, 0.5, 0.2],
  [0.2, 0.25, 0.6],
  [2, 0.01, 30],
])('a chunk of %d s rests at a share of %d for %d s', (took, share, rest) => {
  expect(restS(took, share)).toBeCloseTo(rest, 9);
});
