import { EventRaised, deleteEndpoint } from '@app/contracts';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { QueueStore } from '../intake/queue.store';
import { OpenWebhooks, idsOf } from '../testing/open-webhooks';
import { Sender } from './sender.service';

const flood = 10_000;
let rig: OpenWebhooks;

beforeAll(async () => {
  rig = await OpenWebhooks.open();
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const raised = (): EventRaised => ({
  ...{ id: newId('evt'), type: 'job.completed', organization: rig.organization, namespace: 'acme/a' },
  ...{ timestamp: new Date().toISOString(), endpoint: null, data: { namespace: 'acme/a' } },
});
const queue = async (endpointId: string, count: number): Promise<void> => {
  const store = rig.service.app.get(QueueStore);
  for (let left = count; left > 0; left -= 500) {
    const batch = Array.from({ length: Math.min(500, left) }, () => ({ event: raised(), endpointId }));
    await store.add(batch);
  }
  rig.service.app.get(Sender).wake();
};

describe('an endpoint that hangs with ten thousand queued', () => {
  it('holds 16 places and delays nobody, also after a restart [DLV-09] [DLV-14]', async () => {
    const hanging: (() => void)[] = [];
    const dead = await rig.receiver((response) => hanging.push(() => response.destroy()));
    const quick = await rig.answering(204);
    const flooded = await rig.endpoint(dead, { events: [] });
    await rig.endpoint(quick, { events: ['job.*'] });
    await queue(flooded.id, flood);
    await eventually(() => expect(dead.deliveries).toHaveLength(16));
    const latenciesMs: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const startMs = performance.now();
      const { id } = await rig.raise();
      await eventually(() => expect(idsOf(quick)).toContain(id), undefined, 2);
      latenciesMs.push(performance.now() - startMs);
    }
    // Far less than the 15 s that the hanging ones hold their places.
    expect(latenciesMs.sort((a, b) => a - b)[18]).toBeLessThan(5_000);
    expect(dead.deliveries).toHaveLength(16);
    hanging.splice(0).forEach((end) => end());
    await eventually(() => expect(dead.deliveries.length).toBeGreaterThanOrEqual(32));
    expect(hanging.length).toBeLessThanOrEqual(16);
  }, 60_000);
});

describe('an endpoint that is deleted under load', () => {
  it('gets nothing after what was on its way [WHK-21]', async () => {
    const receiver = await rig.answering(204);
    const { id } = await rig.endpoint(receiver, { events: [] });
    await queue(id, 3_000);
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(200));
    await rig.gateway.ask(deleteEndpoint, { id }, callerOf(rig.organization));
    const atReply = receiver.deliveries.length;
    const marking = await rig.answering(204);
    await rig.endpoint(marking);
    const marker = await rig.raise();
    await eventually(() => expect(idsOf(marking)).toEqual([marker.id]));
    const onTheWay = receiver.deliveries.length - atReply;
    expect(onTheWay).toBeLessThanOrEqual(16);
    await rig.restart();
    await rig.move(31_000);
    const last = await rig.raise();
    await eventually(() => expect(idsOf(marking)).toEqual([marker.id, last.id]));
    expect(receiver.deliveries).toHaveLength(atReply + onTheWay);
  }, 30_000);
});
