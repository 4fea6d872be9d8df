import { assertPasswords, faultOfPassword } from './password';

describe('a password of an installation', () => {
  it.each(['48e2aa', '12345678901234567890', 'true', 'a+b/c==', "it's#1{};", '~!@%^&*()'])(
    '%s can be used',
    (password) => expect(faultOfPassword(password)).toBeUndefined(),
  );

  it.each([
    ['', 'is empty'],
    ['a b', 'holds a blank'],
    ['a\n', 'holds a blank'],
    ['pässword', 'not printable ASCII'],
    ['a"b', 'holds a "'],
    ['a\\b', 'holds a \\'],
    ['$2a$11$abc', 'holds a $'],
    ['x'.repeat(257), 'more than 256'],
  ])('%j is refused', (password, reason) => expect(faultOfPassword(password)).toContain(reason));

  it('is named by its variable, and its value is not printed', () => {
    const refuse = () => assertPasswords({ NATS_PASSWORD_BILLING: 'to"p secret', NATS_PASSWORD_GATEWAY: 'fine' });
    expect(refuse).toThrow(/^NATS_PASSWORD_BILLING holds a blank[^]*Make other passwords/);
    expect(refuse).not.toThrow(/to"p secret|NATS_PASSWORD_GATEWAY/);
  });
});
