import type { Schema } from '@app/sdk/client';
import type { Body } from '../draft/draft';
import { triedBody, unitsOf } from './trial';

it('tries a definition without what says how it is stored [JDG-30]', () => {
  const body = { name: 'late', type: 'bool', question: 'Late?', freshness: {}, dry_run: true, thresholds: { a: 0.5 } };
  expect(triedBody(body as Body)).toEqual({ name: 'late', type: 'bool', question: 'Late?', thresholds: { a: 0.5 } });
});

it('counts about as many judgments a document as the stored ones take', () => {
  const estimate = { existing: { documents: 40, judgment_units: 60, cost_usd: 1 } } as Schema<'EstimateView'>;
  expect(unitsOf(estimate, 3)).toBe(4.5);
  expect([unitsOf(null, 3), unitsOf({ existing: { documents: 0 } } as Schema<'EstimateView'>, 3)]).toEqual([
    null,
    null,
  ]);
});
