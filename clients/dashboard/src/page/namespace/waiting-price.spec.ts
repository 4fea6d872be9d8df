import type { JudgmentClient } from '@app/sdk/client';
import { offeredBudget, readWaitingPrice } from './waiting-price';

const waits = (costUsd: number) => ({ judgments: [{ name: 'late', documents: 2, costUsd }], left: 0 });

it('offers a budget that covers what was spent and what waits, in whole cents above the present one [BUD-06]', () => {
  expect(offeredBudget(5, 5.001, waits(1.2))).toBe(6.21);
  expect(offeredBudget(0, 0, waits(0))).toBe(0.01);
  // The next request would have passed it, so that it is not spent yet.
  expect(offeredBudget(5, 4.99, waits(0.001))).toBe(5.01);
});

it('quotes the judgments that are judged by themselves, those that have something to judge, and asks nothing [BUD-06]', async () => {
  const quotes: [string, unknown][] = [];
  const policies = { late: 'on_change', mood: 'on_read', daily: 'interval', quiet: 'on_change' };
  const client = {
    namespace: () => ({
      judgments: {
        list: () =>
          Promise.resolve({
            judgments: Object.entries(policies).map(([name, policy]) => ({ name, freshness: { policy } })),
          }),
        get: (name: string) => ({
          backfill: (body: { only: string }) => {
            quotes.push([name, body]);
            const documents = name === 'quiet' ? 0 : body.only === 'missing' ? 3 : 1;
            return Promise.resolve({ estimate: { existing: { documents, cost_usd: documents / 100 } } });
          },
        }),
      },
    }),
  } as unknown as JudgmentClient;
  expect(await readWaitingPrice(client, 'a')).toEqual({
    judgments: [
      { name: 'late', documents: 4, costUsd: 0.04 },
      { name: 'daily', documents: 4, costUsd: 0.04 },
    ],
    left: 0,
  });
  expect(quotes).toEqual(
    ['late', 'daily', 'quiet'].flatMap((name) => [
      [name, { only: 'missing' }],
      [name, { only: 'stale' }],
    ]),
  );
});
