import { milliseconds, perSecond, renderFigures, renderQuotients } from './figures';

describe('renderFigures', () => {
  const rounds = [1, 2, 9].map((value) => ({
    ratio: value,
    measures: { own: perSecond(100 * value), p50: milliseconds(value) },
  }));

  it('shows medians by label, and the ratio with its spread', () => {
    const line = renderFigures('point read', null, rounds);
    expect(line).toMatch(/^point read +own +200\/s {2}p50 +2\.0 ms {2}ratio 2\.00 \(1\.00\.\.9\.00\)$/);
  });

  it.each([
    [{ atLeast: 2 }, 'goal 2.00 reached'],
    [{ atLeast: 2.1 }, 'goal 2.10 MISSED'],
    [{ below: 2 }, 'goal below 2 MISSED'],
    [{ below: 2.1 }, 'goal below 2.1 reached'],
  ])('holds the median against the goal %j', (goal, words) => {
    expect(renderFigures('point read', goal, rounds).endsWith(words)).toBe(true);
  });
});

describe('renderQuotients', () => {
  const round = (ratio: number, own: number) => ({ ratio, measures: { own: perSecond(own) } });

  it('compares each round of one build with the same round of the other', () => {
    const line = renderQuotients('both', [round(2, 100), round(4, 400)], [round(1, 100), round(1, 200)]);
    expect(line).toMatch(/^both +ratio 3\.00 \(2\.00\.\.4\.00\) {2}own 1\.50 \(1\.00\.\.2\.00\)$/);
  });
});
