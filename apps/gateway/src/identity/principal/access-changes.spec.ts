import { Grant } from '../../admission/limit/rate-limiter';
import { assertGranted, demandOfChange } from './access-changes';
import { Principal } from './principal';

const of = (session: object | null): Principal =>
  ({ id: 'usr_1', organization: { id: 'org_1' }, session }) as unknown as Principal;

describe('changes of keys and sessions', () => {
  it('are five a second of a person and twenty of an organization, its keys together [AUTH-08] [RATE-01] [S-F7]', () => {
    const shared = { key: 'access:usr_1', organization: 'access:org_1', organizationLimit: 20 };
    expect(demandOfChange(of({}))).toEqual({ ...shared, keyLimit: 5 });
    expect(demandOfChange(of(null))).toEqual({ ...shared, keyLimit: 20 });
  });

  it.each<[string, Grant, object]>([
    ['the person', { granted: 0, keyRemaining: 0, organizationRemaining: 3 }, { rate_limit: 'per_key' }],
    ['the organization', { granted: 0, keyRemaining: 2, organizationRemaining: 0 }, { rate_limit: 'per_org' }],
  ])('are refused by the limit of %s that is used up, for a second [RATE-01] [S-F7]', (_, grant, details) => {
    const refused = (): void => assertGranted(grant, demandOfChange(of({})));
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        details: { ...details, limit: 'access_changes_per_second' },
        retryAfterS: 1,
      }),
    );
  });
});
