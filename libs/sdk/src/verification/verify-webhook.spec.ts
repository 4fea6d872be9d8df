import crypto, { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { newSecret, sign } from '@app/signing';
import { WebhookEvent } from '../event/event';
import { WebhookVerificationError } from './verification-error';
import { SignedRequest, verifySignature } from './signature';
import { verifyWebhook } from './verify-webhook';

const event = {
  id: 'evt_1',
  type: 'subscription.entered',
  timestamp: '2026-03-04T09:30:00.120Z',
  data: { namespace: 'acme/prod/t1', subscription: 'late', document: 'order:17', sequence: 4182, cause: 'answer' },
};
const payload = JSON.stringify(event);
const [first = '', second = ''] = Array.from({ length: 2 }, () => newSecret(randomBytes(32)));
const signedAtS = 1_790_000_000;
const nowMs = signedAtS * 1_000;
const signed = (body = payload, secrets = [first]): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(signedAtS),
  'webhook-signature': sign({ id: 'evt_1', timestampS: signedAtS, body, secrets }),
});
const verify = (over: Partial<SignedRequest> = {}): WebhookEvent =>
  verifyWebhook({ payload, headers: signed(), secret: first, nowMs, ...over });
const failure = (over: Partial<SignedRequest>): WebhookVerificationError => {
  try {
    verify(over);
  } catch (thrown) {
    if (thrown instanceof WebhookVerificationError) return thrown;
    throw thrown;
  }
  throw new Error('it was accepted');
};
const withHeader = (name: string, value: string | string[] | undefined): Partial<SignedRequest> => ({
  headers: { ...signed(), [name]: value },
});

describe('a request that the service signed', () => {
  it('gives its event, from text, bytes, and the headers of node:http and fetch [SDK-01] [SIG-01]', () => {
    expect(verify()).toEqual(event);
    expect(verify({ payload: Buffer.from(payload) })).toEqual(event);
    expect(verify({ payload: new Uint8Array(Buffer.from(payload)) })).toEqual(event);
    expect(verify({ headers: new Headers(signed()) })).toEqual(event);
    const shouted = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(verify({ headers: Object.fromEntries(shouted) as Record<string, string[]> })).toEqual(event);
  });

  it('is accepted with either secret of a rotation, and with a list of them [SIG-03]', () => {
    const headers = signed(payload, [second, first]);
    for (const secret of [first, second, [first], [second, first]]) expect(verify({ headers, secret })).toEqual(event);
    expect(verify({ secret: [second, first] })).toEqual(event);
    expect(verify({ secret: first.slice('whsec_'.length) })).toEqual(event);
  });

  it('keeps members and types that this version does not know [SDK-05] [VER-03]', () => {
    const later = { ...event, type: 'namespace.later', extra: [1], data: { namespace: null, other: { deep: true } } };
    const body = JSON.stringify(later);
    expect(verify({ payload: body, headers: signed(body) })).toEqual(later);
  });

  it('is accepted for any text and secret, and refused with one bit changed [SIG-01] [SIG-02]', () => {
    const arguments_ = [fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 24, maxLength: 64 })] as const;
    fc.assert(
      fc.property(...arguments_, fc.nat(), (text, key, at) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const body = Buffer.from(text);
        const headers = signed(text, [secret]);
        verifySignature({ payload: body, headers, secret, nowMs });
        if (body.length === 0) return;
        body.writeUInt8((body[at % body.length] ?? 0) ^ (1 << (at % 8)), at % body.length);
        expect(() => verifySignature({ payload: body, headers, secret, nowMs })).toThrow(WebhookVerificationError);
      }),
    );
  });
});

// The cases that all libraries of Standard Webhooks test.
describe('the cases of Standard Webhooks', () => {
  it('accepts the published vector [SIG-01]', () => {
    const vector = {
      payload: '{"test": 2432232314}',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      nowMs: 1_614_265_330_000,
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    };
    expect(() => verifySignature(vector)).not.toThrow();
    expect(() => verifyWebhook(vector)).toThrow(SyntaxError);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s [SDK-02]', (name) => {
    for (const value of [undefined, '', ['a', 'b'], []]) {
      expect(failure(withHeader(name, value))).toMatchObject({
        reason: 'headers',
        message: expect.stringContaining(name),
      });
    }
    const headers = new Headers(signed());
    headers.delete(name);
    expect(failure({ headers }).reason).toBe('headers');
  });

  it.each(['hello', '-5', '1e9', '1614265330.5', ' 1614265330'])('refuses the timestamp %j as a header', (value) => {
    expect(failure(withHeader('webhook-timestamp', value)).reason).toBe('headers');
  });

  it('tolerates a difference of five minutes and no more [SIG-06] [SDK-01]', () => {
    for (const offS of [-300, -299, 0, 299, 300]) expect(verify({ nowMs: nowMs + offS * 1_000 })).toEqual(event);
    for (const offS of [-301, -300.001, 300.001, 301]) {
      expect(failure({ nowMs: nowMs + offS * 1_000 }).reason).toBe('timestamp');
    }
  });

  it("uses the receiver's clock unless the caller gives a time [SIG-06]", () => {
    expect(failure({ nowMs: undefined }).reason).toBe('timestamp');
    const timestampS = Math.floor(Date.now() / 1_000);
    const signature = sign({ id: 'evt_1', timestampS, body: payload, secrets: [first] });
    const headers = { ...signed(), 'webhook-timestamp': String(timestampS), 'webhook-signature': signature };
    expect(verify({ headers, nowMs: undefined })).toEqual(event);
  });

  it.each([
    ['wrong', 'v1,dawfeoifkpqwoekfpqoekf'],
    ['partial', signed()['webhook-signature']?.slice(0, 8)],
    ['empty', 'v1,'],
    ['of another scheme only', signed()['webhook-signature']?.replace('v1,', 'v2,')],
    ['of an asymmetric scheme only', signed()['webhook-signature']?.replace('v1,', 'v1a,')],
    ['without a scheme', signed()['webhook-signature']?.slice(3)],
    ['separated by commas', `v1,AAAA,${signed()['webhook-signature']}`],
  ])('refuses a signature that is %s [SDK-02]', (_title, value) => {
    expect(failure(withHeader('webhook-signature', value)).reason).toBe('signature');
  });

  it('finds the matching entry among several and among unknown schemes [SDK-01] [SIG-03]', () => {
    const other = 'Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';
    const value = `v1,${other} v2,${other} v1a,zz ${signed()['webhook-signature']} v1,${other}`;
    expect(verify(withHeader('webhook-signature', value))).toEqual(event);
  });

  it('refuses another body, id or secret, and a body that was serialised again [SDK-01] [SIG-02]', () => {
    for (const changed of ['', `${payload} `, JSON.stringify(event, null, 1)]) {
      expect(failure({ payload: changed }).reason).toBe('signature');
    }
    expect(failure(withHeader('webhook-id', 'evt_2')).reason).toBe('signature');
    expect(failure({ secret: second }).reason).toBe('signature');
    expect(failure({ secret: [] }).reason).toBe('signature');
  });

  it('accepts the signature of an empty body, which is no event', () => {
    const request = { payload: '', headers: signed(''), secret: first, nowMs };
    expect(() => verifySignature(request)).not.toThrow();
    for (const body of ['', 'null', '[]', '{"id":"evt_1"}', 'no json']) {
      expect(() => verify({ payload: body, headers: signed(body) })).toThrow(SyntaxError);
    }
  });
});

describe('a secret with a mistake', () => {
  it.each([
    ['empty', ''],
    ['begins with `v1,`', `v1,${first}`],
    ['begins with `v1,`', `v1,${first.slice('whsec_'.length)}`],
    ['blank', `${first}\n`],
    ['base64', first.slice(0, -1)],
    ['base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL-_w'],
    ['bytes', 'whsec_'],
    ['bytes', 'whsec_AAAA'],
  ])('is explained: %s [SDK-02]', (explanation, secret) => {
    const error = failure({ secret });
    expect(error).toMatchObject({ name: 'WebhookVerificationError', reason: 'signature' });
    expect(error.message).toContain(explanation);
    expect(error.message).not.toContain(first.slice(6, 20));
  });
});

it('a parsed body is refused with a sentence that asks for the raw body', () => {
  const parsed = JSON.parse(payload) as string;
  expect(() => verify({ payload: parsed })).toThrow(TypeError);
  expect(() => verify({ payload: parsed })).toThrow('raw body');
});

it('the check compares every entry with every secret in constant time [SDK-01]', () => {
  const compare = jest.spyOn(crypto, 'timingSafeEqual');
  const right = signed()['webhook-signature'] ?? '';
  const wrong = `v1,${'A'.repeat(43)}=`;
  for (const [value, secret] of [
    [`${right} ${wrong} ${wrong}`, [first, second]],
    [`${wrong} ${wrong} ${right}`, [second, first]],
  ] as const) {
    compare.mockClear();
    verify({ ...withHeader('webhook-signature', value), secret });
    expect(compare).toHaveBeenCalledTimes(6);
  }
  compare.mockRestore();
});
