import { randomBytes } from 'node:crypto';
import { SecretError, keyOf, newSecret, parseSecret } from './secret';

const encode = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

describe('secret', () => {
  it('is whsec_ and the base64 of 32 bytes, and decodes to them [WHK-09] [SIG-01]', () => {
    const bytes = randomBytes(32);
    const secret = newSecret(bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(parseSecret(secret).equals(bytes)).toBe(true);
    expect(() => newSecret(randomBytes(31))).toThrow(SecretError);
  });

  it('has 24 to 64 bytes', () => {
    expect([24, 32, 64].map((bytes) => parseSecret(encode(bytes)).length)).toEqual([24, 32, 64]);
    for (const bytes of [0, 23, 65]) expect(() => parseSecret(encode(bytes))).toThrow(`${bytes} bytes`);
  });

  it.each([
    ['pasted_signature', `v1,${encode(32)}`],
    ['pasted_signature', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ['prefix', encode(32).slice('whsec_'.length)],
    ['prefix', encode(32).toUpperCase()],
    ['prefix', ''],
    ['blank', `${encode(32)}\n`],
    ['blank', ` ${encode(32)}`],
    ['base64', encode(32).slice(0, -1)],
    ['base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL-_w'],
  ])('refuses with reason %s a secret that was pasted wrong, and does not repeat it', (reason, pasted) => {
    const failure = (() => {
      try {
        return parseSecret(pasted);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(failure).toMatchObject({ name: 'SecretError', reason });
    const { message } = failure as SecretError;
    expect(message).not.toContain(Buffer.alloc(6, 7).toString('base64'));
  });

  it('decodes a secret once', () => {
    const secret = newSecret(randomBytes(32));
    expect(keyOf(secret)).toBe(keyOf(secret));
    expect(keyOf(secret).export().equals(parseSecret(secret))).toBe(true);
  });
});
