import { daysOf } from './daily';

const charged = (units: string, cost_usd: string) => ({ units, tokens: '10', cost_usd });

describe('daysOf', () => {
  it('shows each day, with zeros for one without a charge, and what has no day beside them', () => {
    const days = new Map([['2026-03-02', charged('1.5', '0.003')]]);
    const whole = { units: '2', tokens: '16', cost_usd: '0.004' };
    expect(daysOf('2026-03', ['2026-03-01', '2026-03-02'], { whole, days })).toEqual({
      month: '2026-03',
      undated: { judgment_units: 0.5, tokens: 6, cost_usd: 0.001 },
      days: [
        { day: '2026-03-01', judgment_units: 0, tokens: 0, cost_usd: 0 },
        { day: '2026-03-02', judgment_units: 1.5, tokens: 10, cost_usd: 0.003 },
      ],
    });
  });

  it('rounds at the running total, so that many small days add up to the month', () => {
    const names = Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`);
    const days = new Map(names.map((name) => [name, charged('0.25', '0.0000004')]));
    const whole = { units: '7.75', tokens: '310', cost_usd: '0.0000124' };
    const shown = daysOf('2026-03', names, { whole, days });
    const millionths = shown.days.map(({ cost_usd }) => Math.round(cost_usd * 1e6));
    expect(millionths.reduce((sum, one) => sum + one, 0)).toBe(12);
    expect(new Set(millionths)).toEqual(new Set([0, 1]));
    expect(shown.undated).toEqual({ judgment_units: 0, tokens: 0, cost_usd: 0 });
  });
});
