import { answerWeeksOf } from './answer-weeks';

const row = (week: string, counts: number[], engine_version = 'e') => ({
  week,
  engine_version,
  counted_at: new Date(`${week}T02:00:00.000Z`),
  sampled: false,
  counts,
});

describe('answers by week', () => {
  const steady = [400, 300, 200, 100];

  it('are compared with the weeks before, and the first one with nothing [ST-F1]', () => {
    const rows = [row('2026-11-02', steady), row('2026-11-09', steady), row('2026-11-16', [100, 200, 300, 400])];
    const [first, second, third] = answerWeeksOf(rows, '2026-01-05');
    expect(first).toEqual({
      week: '2026-11-02',
      counted_at: '2026-11-02T02:00:00.000Z',
      n: 1_000,
      sampled: false,
      psi: null,
      p: null,
    });
    expect(second.psi).toBeLessThan(0.001);
    expect(second.p).toBeGreaterThan(0.99);
    expect(third.psi).toBeGreaterThan(0.25);
    expect(third.p).toBeLessThan(1e-9);
  });

  it('are of the epoch of the last count, and of the weeks that are asked for, which are compared with older ones [ST-F1]', () => {
    const rows = [row('2026-11-02', [9, 1], 'before'), row('2026-11-09', [50, 50]), row('2026-11-16', [50, 50])];
    expect(answerWeeksOf(rows, '2026-01-05').map(({ week }) => week)).toEqual(['2026-11-09', '2026-11-16']);
    const [last, ...others] = answerWeeksOf(rows, '2026-11-16');
    expect(others).toEqual([]);
    expect(last).toMatchObject({ week: '2026-11-16', p: expect.closeTo(1, 9) });
    expect(answerWeeksOf([], '2026-01-05')).toEqual([]);
  });
});
