import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newSecret } from '../secret/secret';
import { sign } from './signature';

const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const [first = '', second = '', third = ''] = Array.from({ length: 3 }, () => newSecret(randomBytes(32)));
const headersOf = (signature: string, timestampS: number): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestampS),
  'webhook-signature': signature,
});

describe('sign', () => {
  it('makes the signature of the published vector of Standard Webhooks [SIG-01]', () => {
    const { id, timestampS, body, secret } = vector;
    expect(sign({ id, timestampS, body, secrets: [secret] })).toBe(vector.signature);
    expect(sign({ id, timestampS, body: Buffer.from(body), secrets: [secret] })).toBe(vector.signature);
  });

  it('signs exact bytes, also bytes that are no text [SIG-02]', () => {
    const bytes = Uint8Array.from([0xff, 0x00, 0xc3]);
    const signing = { id: 'evt_1', timestampS: 1, secrets: [first] };
    expect(sign({ ...signing, body: bytes })).not.toBe(sign({ ...signing, body: Buffer.from(bytes).toString() }));
    expect(sign({ ...signing, body: '{"a":1}' })).not.toBe(sign({ ...signing, body: '{ "a":1}' }));
  });

  it('signs with one or two secrets, newest first, separated by one space [SIG-03]', () => {
    const signing = { id: 'evt_1', timestampS: 5, body: 'x' };
    const both = sign({ ...signing, secrets: [second, first] });
    expect(both).toBe(`${sign({ ...signing, secrets: [second] })} ${sign({ ...signing, secrets: [first] })}`);
    expect(() => sign({ ...signing, secrets: [first, second, third] })).toThrow(RangeError);
    expect(() => sign({ ...signing, secrets: [] })).toThrow(RangeError);
  });

  it('refuses an id or a time that would make the signed text ambiguous', () => {
    for (const bad of [{ id: 'a.b' }, { id: '' }, { timestampS: 1.5 }, { timestampS: -1 }]) {
      expect(() => sign({ id: 'evt_1', timestampS: 1, body: '', secrets: [first], ...bad })).toThrow(RangeError);
    }
  });
});

describe('our signatures in other libraries', () => {
  const bodies = ['{}', '{"text":"Grüße, 你好, 👩‍🚀, e\u0301", "spaces" :  1}', `{"long":"${'ü'.repeat(30_000)}"}`];

  it.each([
    ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
    ['svix', (secret: string) => new SvixWebhook(secret)],
  ])(
    'are accepted by %s with either secret of a rotation, and refused with others [SIG-01] [SIG-03]',
    (_name, verifierOf) => {
      const timestampS = Math.floor(Date.now() / 1_000);
      for (const body of bodies) {
        const signature = sign({ id: 'evt_1', timestampS, body, secrets: [second, first] });
        const headers = headersOf(signature, timestampS);
        for (const secret of [first, second])
          expect(verifierOf(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => verifierOf(third).verify(body, headers)).toThrow('No matching signature found');
        expect(() => verifierOf(first).verify(body.replace('{', '{ '), headers)).toThrow('No matching signature found');
      }
    },
  );

  it('are the same for any text and secret [SIG-01] [SIG-02]', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        (text, key, timestampS) => {
          const secret = `whsec_${Buffer.from(key).toString('base64')}`;
          const ours = sign({ id: 'evt_1', timestampS, body: text, secrets: [secret] });
          const at = new Date(timestampS * 1_000);
          expect(new StandardWebhook(secret).sign('evt_1', at, text)).toBe(ours);
          expect(new SvixWebhook(secret).sign('evt_1', at, text)).toBe(ours);
        },
      ),
    );
  });
});
