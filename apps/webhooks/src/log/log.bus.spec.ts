import { deleteEndpoint, listDeliveries } from '@app/contracts/webhooks';
import { eventually } from '@app/testing';
import { OpenWebhooks } from '../testing/open-webhooks';

const dayMs = 24 * 3_600_000;
let webhooks: OpenWebhooks;

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
});
afterEach(() => webhooks.clear());
afterAll(() => webhooks.close());

const who = (scope = '*') => webhooks.caller({ scope });

describe('the log of an endpoint', () => {
  it('is newest first, in pages of a hundred, by status, and goes on after its cursor [WHK-24]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.answering(204));
    const events: string[] = [];
    for (let i = 0; i < 103; i += 1) events.push((await webhooks.raise()).id);
    await eventually(async () => {
      const { deliveries } = await webhooks.gateway.ask(listDeliveries, { id, status: 'succeeded', limit: 100 }, who());
      expect(deliveries).toHaveLength(100);
      expect(await webhooks.log(id, 'pending')).toEqual([]);
    });
    const first = await webhooks.gateway.ask(listDeliveries, { id }, who());
    expect(first.deliveries).toHaveLength(100);
    const second = await webhooks.gateway.ask(listDeliveries, { id, cursor: String(first.next_cursor) }, who());
    expect(second).toMatchObject({ next_cursor: null });
    const all = [...first.deliveries, ...second.deliveries];
    expect(all.map(({ event_id: eventId }) => eventId).sort()).toEqual([...events].sort());
    const times = all.map(({ created_at: at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await webhooks.log(id, 'failed')).toEqual([]);
    await expect(webhooks.gateway.ask(listDeliveries, { id, cursor: 'x' }, who())).rejects.toMatchObject({
      details: { reason: 'bad_cursor' },
    });
    const crafted = Buffer.from('["now","x"]').toString('base64url');
    await expect(webhooks.gateway.ask(listDeliveries, { id, cursor: crafted }, who())).rejects.toMatchObject({
      details: { reason: 'bad_cursor' },
    });
    await expect(webhooks.gateway.ask(listDeliveries, { id }, who('acme/a'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('shows the latest attempt with the first 1,024 bytes of the response [WHK-25]', async () => {
    const receiver = await webhooks.receiver((response) => response.writeHead(418).end('x'.repeat(2_048)));
    const { id } = await webhooks.endpoint(receiver);
    const event = await webhooks.raise();
    await eventually(async () => {
      const [entry] = await webhooks.log(id, 'pending');
      expect(entry).toEqual({
        id: expect.stringMatching(/^dlv_/) as string,
        event_id: event.id,
        event_type: 'job.completed',
        status: 'pending',
        attempts: 1,
        next_attempt_at: expect.any(String) as string,
        attempted_at: expect.any(String) as string,
        created_at: expect.any(String) as string,
        status_code: 418,
        latency_ms: expect.any(Number) as number,
        error: 'http_status',
        response: 'x'.repeat(1_024),
      });
    });
  });

  it('shows a delivery for 30 days, and none of a deleted endpoint [WHK-26] [WHK-21]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.answering(204));
    await webhooks.raise();
    await webhooks.settled(id, ['succeeded']);
    await webhooks.moveClock(29 * dayMs);
    await webhooks.settled(id, ['succeeded']);
    await webhooks.moveClock(2 * dayMs);
    await webhooks.settled(id, []);
    await webhooks.gateway.ask(deleteEndpoint, { id }, who());
    await expect(webhooks.log(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
