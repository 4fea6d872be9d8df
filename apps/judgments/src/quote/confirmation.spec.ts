import { Vault } from '@app/persistence';
import { testMasterKey } from '@app/testing';
import { Confirmation } from './confirmation';
import type { Costing } from './estimate.service';

const ref = { organization: 'org_1', scope: 'acme/prod/t1', name: 'late' };
const what = { definition: { type: 'bool' }, freshness: { policy: 'on_change' } };
const costing: Costing = {
  estimate: {
    replay_cost_usd_per_month: 1.25,
    judgments_per_month: 1000,
    documents: 10,
    changes_per_day: 3,
    rolling_limit: null,
    existing: { documents: 10, judgment_units: 12.5, cost_usd: 0.025 },
  },
  truncatedShare: 0.5,
};

let now = Date.parse('2026-03-04T09:30:00.000Z');
const confirmation = new Confirmation(new Vault(testMasterKey), { now: () => now });

function reads(at: typeof ref, request: object, token: string): Costing | string {
  try {
    return confirmation.read(at, request, token);
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
}

it('returns the cost of exactly the request that it was issued for, for a day', () => {
  const token = confirmation.issue(ref, what, costing);
  expect(token.length).toBeLessThanOrEqual(2048);
  expect(reads(ref, what, token)).toEqual(costing);
  // The order of members does not matter.
  expect(reads(ref, { freshness: what.freshness, definition: what.definition }, token)).toEqual(costing);
  expect(reads(ref, { ...what, max_usd: 5 }, token)).toBe('confirm_mismatch');
  expect(reads({ ...ref, organization: 'org_2' }, what, token)).toBe('confirm_mismatch');
  expect(reads({ ...ref, scope: 'acme/prod/t2' }, what, token)).toBe('confirm_mismatch');
  expect(reads({ ...ref, name: 'early' }, what, token)).toBe('confirm_mismatch');
  now += 24 * 3_600_000;
  expect(reads(ref, what, token)).toEqual(costing);
  now += 1;
  expect(reads(ref, what, token)).toBe('confirm_mismatch');
});

it('refuses a token that it has not issued', () => {
  const token = confirmation.issue(ref, what, costing);
  const changed = `${token.slice(0, -2)}${token.endsWith('A') ? 'B' : 'A'}${token.slice(-1)}`;
  for (const other of ['', 'x', 'AAAA', changed, token.slice(1), `${token}${token}`]) {
    expect([other.slice(0, 8), reads(ref, what, other)]).toEqual([other.slice(0, 8), 'confirm_mismatch']);
  }
});
