import { deleteEndpoint } from '@app/contracts/webhooks';
import { eventually } from '@app/testing';
import { QueueService } from '../delivery/queue.service';
import { OpenWebhooks, eventIdsOf, raisedEvent } from '../testing/open-webhooks';
import { DispatchService } from '../sender/dispatch.service';

const flood = 10_000;
let webhooks: OpenWebhooks;

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
});
afterEach(() => webhooks.clear());
afterAll(() => webhooks.close());

const queue = async (endpointId: string, count: number): Promise<void> => {
  const { app } = webhooks.service;
  for (let left = count; left > 0; left -= 500) {
    const batch = Array.from({ length: Math.min(500, left) }, () => ({
      event: raisedEvent(webhooks.organization),
      endpointId,
    }));
    await app.get(QueueService).queue(batch);
  }
  app.get(DispatchService).wake();
};

describe('an endpoint that hangs with ten thousand deliveries queued', () => {
  it('has 16 deliveries in flight and delays no other endpoint [DLV-09] [DLV-14]', async () => {
    const hanging: (() => void)[] = [];
    const dead = await webhooks.receiver((response) => hanging.push(() => response.destroy()));
    const quick = await webhooks.answering(204);
    const flooded = await webhooks.endpoint(dead, { events: [] });
    await webhooks.endpoint(quick, { events: ['job.*'] });
    await queue(flooded.id, flood);
    await eventually(() => expect(dead.deliveries).toHaveLength(16));
    const latenciesMs: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const startMs = performance.now();
      const { id } = await webhooks.raise();
      await eventually(() => expect(eventIdsOf(quick)).toContain(id), undefined, 2);
      latenciesMs.push(performance.now() - startMs);
    }
    // Far less than the 15 s after which the hanging attempts end.
    expect(latenciesMs.sort((a, b) => a - b)[18]).toBeLessThan(5_000);
    expect(dead.deliveries).toHaveLength(16);
    hanging.splice(0).forEach((end) => end());
    await eventually(() => expect(dead.deliveries.length).toBeGreaterThanOrEqual(32));
    expect(hanging.length).toBeLessThanOrEqual(16);
  }, 60_000);
});

describe('an endpoint that is deleted under load', () => {
  it('receives only deliveries that were in flight [WHK-21]', async () => {
    const receiver = await webhooks.answering(204);
    const { id } = await webhooks.endpoint(receiver, { events: [] });
    await queue(id, 3_000);
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(200));
    await webhooks.gateway.ask(deleteEndpoint, { id }, webhooks.caller());
    const atReply = receiver.deliveries.length;
    const marking = await webhooks.answering(204);
    await webhooks.endpoint(marking);
    const marker = await webhooks.raise();
    await eventually(() => expect(eventIdsOf(marking)).toEqual([marker.id]));
    const inFlight = receiver.deliveries.length - atReply;
    expect(inFlight).toBeLessThanOrEqual(16);
    await webhooks.restart();
    await webhooks.moveClock(31_000);
    const last = await webhooks.raise();
    await eventually(() => expect(eventIdsOf(marking)).toEqual([marker.id, last.id]));
    expect(receiver.deliveries).toHaveLength(atReply + inFlight);
  }, 30_000);
});
