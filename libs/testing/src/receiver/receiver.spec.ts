import { EventData, EventType, eventTypes as contractTypes, sampleOf } from '@app/contracts/events';
import { WebhookEvent, WebhookVerificationError, eventTypes, verifyWebhook } from '@app/sdk';
import { newSecret, sign } from '@app/signing';
import { WebhookReceiver } from './receiver';
import { testEgress } from './test-network';

const secret = newSecret(Buffer.alloc(32, 7));
const body = '{"id":"evt_1","type":"webhook.test","data":{"namespace":null}}';
const headers = (): Record<string, string> => {
  const timestampS = Math.floor(Date.now() / 1_000);
  const signature = sign({ id: 'evt_1', timestampS, body, secrets: [secret] });
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestampS), 'webhook-signature': signature };
};

describe('WebhookReceiver', () => {
  it('receives what the guard sends, and gives the events that verify', async () => {
    const receiver = await WebhookReceiver.open();
    const egress = testEgress();
    expect(await egress.post({ url: `${receiver.origin}/in`, headers: headers(), body })).toMatchObject({ ok: true });
    expect(receiver.events(secret)).toEqual([JSON.parse(body)]);
    expect(() => receiver.events(newSecret(Buffer.alloc(32, 8)))).toThrow(WebhookVerificationError);
    egress.close();
    await receiver.close();
  });

  it.each(['expired', 'wrong-name', 'self-signed'] as const)(
    'with a certificate that is %s gets nothing',
    async (kind) => {
      const receiver = await WebhookReceiver.open(undefined, kind);
      const egress = testEgress();
      expect(await egress.post({ url: receiver.origin, headers: headers(), body })).toMatchObject({ error: 'tls' });
      expect(receiver.deliveries).toEqual([]);
      egress.close();
      await receiver.close();
    },
  );

  it('gets nothing when its name resolves to something private too', async () => {
    const receiver = await WebhookReceiver.open();
    const egress = testEgress(() => ['93.184.215.14', '10.0.0.1']);
    const outcome = await egress.post({ url: receiver.origin, headers: headers(), body });
    expect(outcome).toMatchObject({ error: 'blocked_address' });
    expect(receiver.deliveries).toEqual([]);
    await receiver.close();
  });
});

type DataOf<Event, T> = Event extends { type: infer U; data: infer Data } ? (T extends U ? Data : never) : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// Compiles only while the SDK's data of each type has the contract's members.
type SameMembers = { [T in EventType]: Same<keyof EventData[T], keyof DataOf<WebhookEvent, T>> };
const sameMembers = (
  ...types: { [T in EventType]: SameMembers[T] extends true ? T : never }[EventType][]
): EventType[] => types;

it('the SDK knows every event type of the contract with its members, and no other', () => {
  const types = sameMembers(...contractTypes);
  expect([...eventTypes].sort()).toEqual([...types].sort());
});

it.each(contractTypes)('a sample of %s comes through the SDK as it was sent', (type) => {
  const event = { id: 'evt_1', type, timestamp: '2026-11-20T19:00:00.000Z', data: sampleOf(type) };
  const payload = JSON.stringify(event);
  const timestampS = 1_790_000_000;
  const signature = sign({ id: 'evt_1', timestampS, body: payload, secrets: [secret] });
  const signed = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestampS), 'webhook-signature': signature };
  const got = verifyWebhook({ payload, headers: signed, secret, nowMs: timestampS * 1_000 });
  expect(got).toEqual(JSON.parse(payload));
});
