import { hasLostEndpoint } from './lost-endpoint';

it('a subscription has lost its endpoint when a read warns of it, and of nothing else [SUB-06]', () => {
  const warned = (...codes: string[]) =>
    hasLostEndpoint({ warnings: codes.map((code) => ({ code, path: '', message: '' })) });
  expect(hasLostEndpoint({})).toBe(false);
  expect(warned('policy_never_fires')).toBe(false);
  expect(warned('policy_never_fires', 'endpoint_deleted')).toBe(true);
});
