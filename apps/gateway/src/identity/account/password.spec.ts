import { PasswordHasher } from './password-hasher';
import { assertPassword } from './password';

const weak = { code: 'invalid_request', details: expect.objectContaining({ reason: 'weak_password' }) as object };
const cheap = { memoryKib: 1024, passes: 2 };

describe('a new password', () => {
  it.each(['short', 'a'.repeat(11), 'ü'.repeat(257), 'Ada@Example.com', 'aaaaaaaaaaaaaa', 'abababababababab'])(
    'is refused: %s',
    (password) => {
      expect(() => assertPassword(password, ['ada@example.com'])).toThrow(expect.objectContaining(weak) as Error);
    },
  );
  it('is taken from 12 to 256 characters, whatever they are', () => {
    for (const password of ['correct horse', 'äöüß 漢字 emoji 🎈🎈', `abcd${'x'.repeat(252)}`])
      expect(() => assertPassword(password, ['ada@example.com'])).not.toThrow();
  });
});

describe('hashes of passwords', () => {
  const hasher = new PasswordHasher(cheap);
  const nothing = (): Promise<void> => Promise.resolve();

  it('are argon2id with a salt, and match the password alone, however it was typed', async () => {
    const [first, second] = [await hasher.hash('caf\u00e9 caf\u00e9 x'), await hasher.hash('caf\u00e9 caf\u00e9 x')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=1024,p=1,t=2\$/);
    expect(second).not.toBe(first);
    expect(await hasher.matches(first, 'cafe\u0301 cafe\u0301 x', nothing)).toBe(true);
    expect(await hasher.matches(first, 'cafe cafe x', nothing)).toBe(false);
  });

  it('do not match for an account without one, which costs a hash too', async () => {
    expect(await hasher.matches(null, '', nothing)).toBe(false);
    expect(await hasher.matches(null, 'anything else', nothing)).toBe(false);
  });

  it('are outdated when their cost has changed', async () => {
    const hash = await hasher.hash('correct horse');
    expect([hasher.isOutdated(hash), new PasswordHasher({ memoryKib: 2048, passes: 2 }).isOutdated(hash)]).toEqual([
      false,
      true,
    ]);
  });

  it('are made two at a time with 20 waiting; a further one is refused and told when to come back', async () => {
    let running = 0;
    let most = 0;
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const before = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await held;
      running--;
    };
    const checks = Array.from({ length: 22 }, () => hasher.matches(null, 'x', before));
    await expect(hasher.matches(null, 'x', before)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 2 });
    free();
    await Promise.all(checks);
    expect(most).toBe(2);
    expect(await hasher.matches(null, 'x', nothing)).toBe(false);
  });

  it('end their turn when the check before them fails', async () => {
    const refuse = (): Promise<void> => Promise.reject(new Error('not now'));
    for (let i = 0; i < 5; i++) await expect(hasher.matches(null, 'x', refuse)).rejects.toThrow('not now');
    expect(await hasher.matches(null, 'x', nothing)).toBe(false);
  });
});
