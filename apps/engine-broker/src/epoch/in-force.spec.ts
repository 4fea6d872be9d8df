import { alsoOf, inForceOf } from './in-force';
import type { KnownEpoch } from './memory';

const known = (label: string, reportedModel: string | null, identity = 'entry'): KnownEpoch => ({
  label,
  reportedModel,
  identity,
  answeredAtMs: 0,
  canaryAtMs: null,
});
const two = { inForce: 'one', known: [known('two', 'b'), known('one', 'a')] };
const hour = (a: number, b: number) => [
  { label: 'one', reportedModel: 'a', answers: a },
  { label: 'two', reportedModel: 'b', answers: b },
];

describe('the epoch in force', () => {
  it.each([
    [0, 0, 'one'],
    [0, 1, 'two'],
    [1, 16, 'one'],
    [1, 20, 'two'],
    [50, 50, 'one'],
    // A lead by chance of two versions that are asked alike.
    [40, 60, 'one'],
    [30, 70, 'one'],
    [25, 76, 'two'],
    // Of many answers a lead is no chance, but too small to matter.
    [41_000, 59_000, 'one'],
    [39_000, 61_000, 'two'],
  ])('of %i and %i answers in the last hour is %s [ENG-10]', (a, b, expected) => {
    expect(inForceOf(two, hour(a, b))).toBe(expected);
  });

  it('does not go back and forth between two versions asked alike', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const minutes: [number, number][] = [];
    let inForce = 'one';
    let moves = 0;
    for (let minute = 0; minute < 3 * 24 * 60; minute++) {
      const b = Array.from({ length: 5 }, random).filter((draw) => draw < 0.5).length;
      minutes.push([5 - b, b]);
      const [sumA, sumB] = minutes.slice(-60).reduce(([x, y], [p, q]) => [x + p, y + q], [0, 0]);
      const next = minute < 60 ? inForce : inForceOf({ ...two, inForce }, hour(sumA, sumB));
      if (next !== inForce) moves++;
      inForce = next;
    }
    expect(moves).toBe(0);
  });

  it('stays while it has not answered: an entry that was set anew is in force at once', () => {
    expect(inForceOf({ inForce: 'new', known: [known('new', null), ...two.known] }, hour(50, 0))).toBe('new');
  });

  it('has the answers of the one that it followed under the same version', () => {
    const after = { inForce: 'three', known: [known('three', 'a'), known('two', 'b')] };
    expect(inForceOf(after, hour(60, 40))).toBe('three');
    expect(inForceOf({ ...after, inForce: 'two' }, hour(90, 10))).toBe('three');
  });

  it('is none of another entry', () => {
    expect(inForceOf({ inForce: 'one', known: [known('two', 'b', 'other'), known('one', 'a')] }, hour(1, 90))).toBe(
      'one',
    );
  });
});

it('the others that answered in the hour have their shares, the largest first', () => {
  const counts = [...hour(50, 30), { label: 'three', reportedModel: 'c', answers: 20 }];
  expect(alsoOf('two', counts)).toEqual([
    { engine_version: 'one', share: 0.5 },
    { engine_version: 'three', share: 0.2 },
  ]);
  expect(alsoOf('two', [])).toEqual([]);
});
