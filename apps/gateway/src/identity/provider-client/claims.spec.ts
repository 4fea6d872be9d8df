import { claimOf, joined, lacks } from './claims';

const [ada, bob] = ['ada@firm.example', 'bob@firm.example'];

describe('claims of a token and of the userinfo endpoint', () => {
  it.each<[what: string, token: object, info: object | null, email: unknown, verified: unknown]>([
    ['the token alone', { email: ada, email_verified: true }, null, ada, true],
    ['nothing', {}, null, null, null],
    ['the endpoint alone', {}, { email: ada, email_verified: 'true' }, ada, true],
    ['a verdict that the token lacks', { email: ada }, { email: ada, email_verified: true }, ada, true],
    ['a verdict without an address', { email: ada }, { email_verified: false }, ada, false],
    ['a verdict on another address', { email: ada }, { email: bob, email_verified: true }, ada, null],
    ['two verdicts', { email: ada, email_verified: false }, { email: ada, email_verified: true }, ada, false],
    ['a verdict of the token without an address', { email_verified: true }, { email: ada }, ada, true],
    ['a verdict where the address is', { email_verified: true }, { email: ada, email_verified: false }, ada, false],
    ['claims of null', { email: null, email_verified: null }, { email: ada, email_verified: true }, ada, true],
    ['an address that is no text', { email: [ada] }, { email: ada, email_verified: true }, null, null],
  ])('join for %s [AUTH-08]', (_what, token, info, email, verified) => {
    expect(joined(token as never, info as never)).toMatchObject({ email, emailVerified: verified });
  });

  it('leave the word to the token where both speak [AUTH-08]', () => {
    const { all } = joined({ groups: ['token'], more: null }, { groups: ['info'], more: 1, less: 2 });
    expect(all).toEqual({ groups: ['token'], more: 1, less: 2 });
  });

  it.each<[name: string, value: unknown]>([
    ['realm_access.roles', ['staff']],
    ['https://firm.example/groups', ['all']],
    ['realm_access', { roles: ['staff'], none: null }],
    ['realm_access.none', undefined],
    ['realm_access.roles.0.1', undefined],
    ['realm_access.toString', undefined],
    ['toString', undefined],
    ['__proto__.x', undefined],
  ])('have one by the name %s, or none [AUTH-08]', (name, value) => {
    const said = { realm_access: { roles: ['staff'], none: null }, 'https://firm.example/groups': ['all'] };
    expect(claimOf(said, name)).toEqual(value);
    expect(lacks(said, [name])).toBe(value === undefined);
  });

  it('lack what is absent or null, and no name that every object has [AUTH-08]', () => {
    const said = { email: ada, groups: null };
    expect([['email'], ['groups'], ['email', 'groups'], ['toString'], []].map((names) => lacks(said, names))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
