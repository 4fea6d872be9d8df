import { withoutPassword } from './without-password';

it('says that a link is on its way only where links are mailed, else who makes one [AUTH-08]', () => {
  expect(withoutPassword({ mails: true, isAsked: true })).toContain('we sent a link');
  expect(withoutPassword({ mails: true, isAsked: false })).toBe('No password? Get a sign-in link by email.');
  for (const isAsked of [true, false]) {
    const words = withoutPassword({ mails: false, isAsked });
    expect(words).toMatch(/ask an owner of your organization or its operator/);
    expect(words).not.toContain('we sent a link');
  }
  expect(withoutPassword({ mails: undefined, isAsked: false })).toContain('Enter your email address');
});
