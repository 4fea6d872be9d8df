import { rateBetween } from './judging';

describe('rateBetween', () => {
  it('reads a steady rate between polls, whatever the polls hit', () => {
    const marks = [0, 400, 1000, 1700, 2000].map((atMs) => ({ count: atMs / 2, atMs }));
    expect(rateBetween(marks, 100, 950)).toBeCloseTo(500, 6);
  });
});
