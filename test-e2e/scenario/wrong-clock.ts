import { services } from '@app/contracts';
import { WebhookReceiver, eventually } from '@app/testing/stack';
import type { Delivery, Stack } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';
import { Webhooked } from './webhooked';

const isLong = process.env.LONG === '1';
const steps = isLong ? [600_000, -600_000] : [600_000];
const secondOf = ({ headers }: Delivery): number => Number(headers['webhook-timestamp']);
const idOf = ({ headers }: Delivery): unknown => headers['webhook-id'];

/** Answers 500 to the first delivery, and 200 to each one after it. */
function refusingFirst(): Promise<WebhookReceiver> {
  let deliveries = 0;
  return WebhookReceiver.open((response) => {
    response.statusCode = deliveries++ === 0 ? 500 : 200;
    response.end();
  });
}

/** One gateway holds a key while its request waits; the other one, whose clock is off, must not take the lease as over. */
async function leaseHolds(stack: Stack): Promise<void> {
  const [right, off] = stack.apis;
  const key = randomUUID();
  const options = { headers: { 'Idempotency-Key': key } };
  const body = { url: `https://example.com/${key}` };
  const { sent } = await stack.holding('lock table webhooks.endpoint in exclusive mode', async () => {
    // Within an object, so that the lock goes before the answer is waited for.
    const sent = right.call('POST', '/webhook-endpoints', body, options);
    await eventually(async () => {
      expect(await stack.sql('select from gateway.idempotency where key = $1', [key])).toHaveLength(1);
    });
    expect((await off.call('POST', '/webhook-endpoints', body, options)).status).toBe(429);
    return { sent };
  });
  expect((await sent).status).toBe(201);
}

export function tellWrongClock(stackOf: () => Stack): void {
  /** Steps the machine's clock of the second process of each service; the first ones are right. */
  const step = (ms: number) => Promise.all(services.map((service) => stackOf().services.stepClock(service, ms, 1)));
  afterEach(() => step(0));

  it.each(steps)(
    'no request fails, and no lease or retry ends early: %d ms [T36]',
    async (ms) => {
      const stack = stackOf();
      const receiver = await refusingFirst();
      try {
        const told = await Webhooked.open(stack, 'replicas/clock', receiver);
        const { scenario } = told;
        await step(ms);
        const ids = Array.from({ length: 24 }, (_, i) => `d${i}`);
        // A call that is refused throws.
        await Promise.all(
          ids.map((id) => scenario.upsert(id, { text: `${scenario.namespace} ${id}` }, { live: true })),
        );
        for (const id of ids) await scenario.fresh(id, 'late', 60_000);
        expect(await stack.engine.count(scenario.namespace)).toBe(ids.length);
        await leaseHolds(stack);

        await eventually(() => expect(receiver.deliveries).toHaveLength(ids.length + 1), 60_000);
        const nowS = stack.nowMs / 1_000;
        for (const delivery of receiver.deliveries) expect(Math.abs(secondOf(delivery) - nowS)).toBeLessThan(300);
        expect(receiver.events(told.secret, stack.nowMs)).toHaveLength(ids.length + 1);
        // The next attempt of the one that was refused waited for its turn: 5 s, a fifth more or less.
        const [refused] = receiver.deliveries;
        const [, again] = receiver.deliveries.filter((delivery) => idOf(delivery) === idOf(refused));
        expect(secondOf(again) - secondOf(refused)).toBeGreaterThanOrEqual(3);
      } finally {
        await receiver.close();
      }
    },
    180_000,
  );
}
