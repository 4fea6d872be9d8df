import { roleOfGroups } from './role-of-groups';

const provider = {
  roleClaim: 'groups',
  roleMap: { boss: 'owner', staff: 'admin', all: 'member' },
  defaultRole: 'member',
} as const;

describe('the role that groups give', () => {
  it.each([
    [['all', 'staff'], 'admin'],
    [['staff', 'boss'], 'owner'],
    ['staff', 'admin'],
    [['owner'], 'member'],
    [['constructor', '__proto__'], 'member'],
    [[{ boss: true }, 7, null], 'member'],
    [undefined, 'member'],
    [Array.from({ length: 1001 }, (_, i) => (i === 1000 ? 'boss' : `g${i}`)), 'member'],
  ])('of %j is %s [AUTH-08]', (groups, role) => expect(roleOfGroups(provider, { groups })).toBe(role));

  it('is read where points lead into a claim [AUTH-08]', () =>
    expect(roleOfGroups({ ...provider, roleClaim: 'realm.groups' }, { realm: { groups: ['staff'] } })).toBe('admin'));

  it('is none without a default [AUTH-08]', () =>
    expect(roleOfGroups({ ...provider, defaultRole: null }, { groups: ['others'] })).toBeNull());

  it('is the default when the provider lists no groups [AUTH-08]', () =>
    expect(roleOfGroups({ ...provider, roleClaim: null }, { groups: ['boss'] })).toBe('member'));
});
