import type { Schema } from '@app/sdk/client';
import { besideText, dearestOf, qualityText, type Quality } from './quality';

type Placed = Schema<'PlacedJudgment'>;
const placed = (name: string, today: number, yesterday?: number): Placed =>
  ({
    name,
    stats: { spend_usd: today, evaluations: today * 100 },
    ...(yesterday !== undefined && { stats_yesterday: { spend_usd: yesterday, evaluations: yesterday * 100 } }),
  }) as Placed;

it('orders by the spend of two days, so that a new day does not begin without an order [DASH-06]', () => {
  const rows = [placed('quiet', 0, 0), placed('dear', 0, 9), placed('now', 2, 0), placed('old build', 1)];
  expect(dearestOf(rows, 3).map(({ name }) => name)).toEqual(['dear', 'now', 'old build']);
});

it('shows yesterday beside today, and nothing where a service does not say it [DASH-06]', () => {
  expect(besideText(placed('a', 0, 2), 'spend_usd')).toEqual({ today: '$0.00', yesterday: 'yesterday $2.00' });
  expect(besideText(placed('a', 1), 'evaluations')).toEqual({ today: '100', yesterday: '' });
});

it('says how right a judgment is in the words of its report, and what to do without one [CAL-03] [DASH-06]', () => {
  const quality = { verdict: { code: 'drifted', sentence: 'Right in 81 %.' }, labels: 240 } as Quality;
  expect(qualityText(quality)).toEqual({ sentence: 'Right in 81 %.', labels: '240 labels', isDrifted: true });
  expect(qualityText({ ...quality, labels: 1 }).labels).toBe('1 label');
  expect(qualityText(undefined).sentence).toContain('label answers');
});
