import { newId } from '@app/persistence';
import { RequestContext } from './request-context';
import type { RouteSpec } from '../request/route-spec';

it('has the moment of the first attempt of its key, and without a key its own [CLI-A2] [IDEM-01]', () => {
  const effectId = newId('clm');
  const first = Date.now();
  const at = (receivedAtMs: number, isKeyed: boolean): number => {
    const context = new RequestContext({} as RouteSpec, receivedAtMs, 60_000);
    if (isKeyed) context.claim = { organization: 'org_1', key: 'k', effectId };
    return context.firstSentAtMs;
  };
  // A repetition runs under the claim of the first attempt.
  const repeated = [first, first + 90_000].map((receivedAtMs) => at(receivedAtMs, true));
  expect(repeated[0]).toBe(repeated[1]);
  expect(Math.abs(repeated[0] - first)).toBeLessThan(1_000);
  expect(at(first + 90_000, false)).toBe(first + 90_000);
});
