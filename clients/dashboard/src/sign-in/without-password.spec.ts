import { withoutPassword } from './without-password';

it('says that a link is on its way only where links are mailed, else who makes one [AUTH-08]', () => {
  expect(withoutPassword({ mails: true, isAsked: true })).toContain('on its way');
  expect(withoutPassword({ mails: true, isAsked: false })).toBe('Without a password, take a link by mail.');
  for (const isAsked of [true, false]) {
    const words = withoutPassword({ mails: false, isAsked });
    expect(words).toMatch(/ask an owner of your organization, or the operator/);
    expect(words).not.toContain('on its way');
  }
  expect(withoutPassword({ mails: undefined, isAsked: false })).toContain('type your address');
});
