import { Vault } from '@app/persistence';
import { testMasterKey } from '@app/testing';
import { ConfirmService, Costing } from './confirm.service';

const place = { organization: 'org_1', scope: 'acme/prod/t1', name: 'late' };
const what = { definition: { type: 'bool' }, freshness: { policy: 'on_change' } };
const costing: Costing = {
  estimate: {
    ...{ replay_cost_usd_per_month: 1.25, judgments_per_month: 1000, documents: 10, changes_per_day: 3 },
    ...{ rolling_limit: null, existing: { documents: 10, judgment_units: 12.5, cost_usd: 0.025 } },
  },
  truncatedShare: 0.5,
};

let now = Date.parse('2026-03-04T09:30:00.000Z');
const confirms = new ConfirmService(new Vault(testMasterKey), { now: () => now });

function reads(at: typeof place, request: object, token: string): Costing | string {
  try {
    return confirms.read(at, request, token);
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
}

it('gives back what was told of exactly the request that it was issued for, for a day', () => {
  const token = confirms.issue(place, what, costing);
  expect(token.length).toBeLessThanOrEqual(2048);
  expect(reads(place, what, token)).toEqual(costing);
  // The order of members says nothing.
  expect(reads(place, { freshness: what.freshness, definition: what.definition }, token)).toEqual(costing);
  expect(reads(place, { ...what, max_usd: 5 }, token)).toBe('confirm_mismatch');
  expect(reads({ ...place, organization: 'org_2' }, what, token)).toBe('confirm_mismatch');
  expect(reads({ ...place, scope: 'acme/prod/t2' }, what, token)).toBe('confirm_mismatch');
  expect(reads({ ...place, name: 'early' }, what, token)).toBe('confirm_mismatch');
  now += 24 * 3_600_000;
  expect(reads(place, what, token)).toEqual(costing);
  now += 1;
  expect(reads(place, what, token)).toBe('confirm_mismatch');
});

it('refuses what it has not issued', () => {
  const token = confirms.issue(place, what, costing);
  const changed = `${token.slice(0, -2)}${token.endsWith('A') ? 'B' : 'A'}${token.slice(-1)}`;
  for (const other of ['', 'x', 'AAAA', changed, token.slice(1), `${token}${token}`]) {
    expect([other.slice(0, 8), reads(place, what, other)]).toEqual([other.slice(0, 8), 'confirm_mismatch']);
  }
});
