import { deleteEndpoint } from '@app/contracts/webhooks';
import { armKillPoints } from '@app/persistence';
import { workLines } from '@app/observability';
import { Delivery, eventually, keepLog } from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { waitsMs } from '../delivery/schedule';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';

const log = keepLog();
let webhooks: OpenWebhooks;

const verify = (secret: string | undefined, { body, headers }: Delivery): unknown =>
  new Webhook(String(secret)).verify(body, headers as Record<string, string>);

beforeAll(async () => {
  webhooks = await OpenWebhooks.open({ overrides: [log.override] });
});
afterEach(async () => {
  armKillPoints(() => undefined);
  await webhooks.clear();
});
afterAll(() => webhooks.close());

describe('a delivery', () => {
  it('is signed over its exact bytes, with the five headers and the record of the feed [DLV-01] [SIG-01] [SIG-02] [FEED-05]', async () => {
    const receiver = await webhooks.receiver();
    const { secret, id: endpointId } = await webhooks.endpoint(receiver);
    const event = await webhooks.raise();
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    const [delivery] = receiver.deliveries;
    const { id, type, timestamp, data } = event;
    expect(verify(secret, delivery)).toEqual({ id, type, timestamp, data });
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, delivery)).toThrow();
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': id,
      'user-agent': expect.stringMatching(
        /^JudgmentService-Webhooks\/1 \(\+http:\/\/127\.0\.0\.1:8080\/docs\/webhooks\)$/,
      ) as string,
    });
    expect(Math.abs(Number(delivery.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(30);
    await eventually(async () => {
      const { stats } = await webhooks.show(endpointId);
      expect(stats).toMatchObject({ deliveries_24h: 1, success_rate_24h: 1 });
    });
  });

  it('goes to the endpoint that a subscription names, or to those that select and cover the event, and to no other [WHK-05] [WHK-06]', async () => {
    const [all, silent, elsewhere] = [await webhooks.receiver(), await webhooks.receiver(), await webhooks.receiver()];
    await webhooks.endpoint(all);
    const named = await webhooks.endpoint(silent, { events: [] });
    await webhooks.endpoint(elsewhere, { namespace_prefix: 'acme/b' });
    const platform = await webhooks.raise();
    const own = await webhooks.raise({ type: 'subscription.entered', endpoint: named.id });
    await webhooks.raise({ type: 'subscription.entered' });
    await eventually(() => expect([eventIdsOf(all), eventIdsOf(silent)]).toEqual([[platform.id], [own.id]]));
    await eventually(async () => expect(await webhooks.countPending()).toBe(0));
    expect([all.deliveries.length, silent.deliveries.length, elsewhere.deliveries.length]).toEqual([1, 1, 0]);
  });

  it('that failed is sent again with the same id and a new signature [DLV-02] [DLV-04]', async () => {
    const answers = [500, 302, 204];
    const receiver = await webhooks.receiver((response) => {
      response.writeHead(answers[receiver.deliveries.length - 1] ?? 204, { location: 'https://127.0.0.1/' }).end();
    });
    const { secret, id: endpointId } = await webhooks.endpoint(receiver);
    const { id } = await webhooks.raise();
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    await eventually(async () => expect((await webhooks.rowOf(id)).status_code).toBe(500));
    await webhooks.setClock(7_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => expect((await webhooks.rowOf(id)).status_code).toBe(302));
    await webhooks.setClock(7_000 + 361_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(3));
    expect(eventIdsOf(receiver)).toEqual([id, id, id]);
    const times = receiver.deliveries.map(({ headers }) => Number(headers['webhook-timestamp']));
    const [first, second] = waitsMs;
    expect(times[1] - times[0]).toBeGreaterThanOrEqual((0.8 * first) / 1000);
    expect(times[2] - times[1]).toBeGreaterThanOrEqual((0.8 * second) / 1000);
    verify(secret, receiver.deliveries[0]);
    await eventually(async () =>
      expect(await webhooks.rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 3, status_code: 204 }),
    );
    const shown = await webhooks.show(endpointId);
    expect(shown.stats).toMatchObject({ deliveries_24h: 1, success_rate_24h: 1 });
  });

  it('ends each attempt in one line of the log, which names ids and no content [WHK-25] [I5]', async () => {
    const statuses = [500, 204];
    const planted = ['planted-query-c2', 'planted-text-9d', 'planted-attribute-4e', 'planted-response-b8'];
    const receiver = await webhooks.receiver((response) =>
      response.writeHead(statuses[receiver.deliveries.length - 1]).end(planted[3]),
    );
    const url = `${receiver.origin}/in?token=${planted[0]}`;
    const { id: endpoint, secret } = await webhooks.endpoint(receiver, { url });
    const data = {
      namespace: 'acme/a',
      subscription: 'late',
      document: 'order-4711',
      attributes: { tag: planted[2] },
      answers: { late: { p: 0.5, reason: planted[1] } },
    };
    const { id } = await webhooks.raise({ type: 'subscription.entered', endpoint, data });
    await eventually(async () => expect((await webhooks.rowOf(id)).status_code).toBe(500));
    await webhooks.setClock(7_000);
    await eventually(() => expect(log.lines(id)).toHaveLength(2));
    const about = {
      event: 'delivery.attempted',
      level: 'info',
      organization: webhooks.organization,
      namespace: 'acme/a',
      subscription: 'late',
      document: 'order-4711',
      event_id: id,
      type: 'subscription.entered',
      endpoint,
      recorded: true,
    };
    expect(log.lines(id)).toEqual([
      expect.objectContaining({ ...about, attempt: 1, outcome: 'http_status', status_code: 500, status: 'pending' }),
      expect.objectContaining({ ...about, attempt: 2, outcome: 'ok', status_code: 204, status: 'succeeded' }),
    ]);
    expect(log.lines('order-4711')).toEqual(log.lines(id));
    const { members, further } = workLines['delivery.attempted'];
    const ofAnyLine = ['level', 'time', 'service', 'replica', 'event', 'msg'];
    for (const line of log.lines(id)) {
      expect(Object.keys(line).sort()).toEqual([...ofAnyLine, ...members, ...further].sort());
      expect(line.ms).toEqual(expect.any(Number));
    }
    for (const text of [...planted, String(secret)]) expect(log.lines(text)).toEqual([]);
  });

  it.each([
    ['webhooks.attempt.before-send', 1],
    ['webhooks.attempt.after-send', 2],
    ['webhooks.claim.after-commit', 1],
    ['webhooks.record.before-commit', 2],
    ['webhooks.consume.before-commit', 1],
    ['webhooks.consume.after-commit', 1],
  ])(
    'survives a death of the process at %s and arrives %i times with one id [DLV-02] [DLV-07]',
    async (killPoint, arrivals) => {
      const receiver = await webhooks.receiver();
      await webhooks.endpoint(receiver);
      let deaths = 0;
      armKillPoints((name) => {
        if (name !== killPoint || deaths++ > 0) return;
        throw new Error('killed');
      });
      const { id } = await webhooks.raise();
      await eventually(() => expect(deaths).toBeGreaterThan(0));
      // The lease of a held delivery ends. If none was held yet, the bus delivers the fact again.
      if (killPoint !== 'webhooks.consume.before-commit') await webhooks.setClock(31_000);
      await eventually(async () => expect(await webhooks.rowOf(id)).toMatchObject({ status: 'succeeded' }));
      // The process that takes over reaches the kill point again.
      await eventually(() => expect(deaths).toBeGreaterThan(1));
      expect(eventIdsOf(receiver)).toEqual(new Array(arrivals).fill(id));
    },
  );

  it('to a receiver that hangs is one of at most 16, and delays no other endpoint [DLV-09]', async () => {
    const hanging: (() => void)[] = [];
    const slow = await webhooks.receiver((response) => hanging.push(() => response.end()));
    const quick = await webhooks.receiver();
    await webhooks.endpoint(slow, { events: ['job.*'] });
    await webhooks.endpoint(quick, { events: ['calibration.*'] });
    for (let i = 0; i < 60; i += 1) await webhooks.raise();
    await eventually(() => expect(slow.deliveries).toHaveLength(16));
    const startMs = performance.now();
    const { id } = await webhooks.raise({ type: 'calibration.fitted' });
    await eventually(() => expect(eventIdsOf(quick)).toEqual([id]));
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect(slow.deliveries).toHaveLength(16);
    await eventually(async () => {
      hanging.splice(0).forEach((end) => end());
      expect(await webhooks.countPending()).toBe(0);
    });
    expect(new Set(eventIdsOf(slow)).size).toBe(60);
  });

  it('keeps the rate of its endpoint [WHK-08]', async () => {
    const arrivals: number[] = [];
    const receiver = await webhooks.receiver((response) => {
      arrivals.push(performance.now());
      response.end();
    });
    await webhooks.endpoint(receiver, { max_per_second: 10 });
    for (let i = 0; i < 15; i += 1) await webhooks.raise();
    await eventually(() => expect(arrivals).toHaveLength(15));
    const tookMs = arrivals[14] - arrivals[0];
    expect(tookMs).toBeGreaterThan(1_300);
    expect(tookMs).toBeLessThan(4_000);
  });

  it('keeps a rate below one a second: one each two seconds [DLV-10] [WHK-08]', async () => {
    let movedMs = 0;
    const arrivals: number[] = [];
    const receiver = await webhooks.receiver((response) => {
      arrivals.push(Date.now() + movedMs);
      response.end();
    });
    await webhooks.endpoint(receiver, { max_per_second: 0.5 });
    for (let i = 0; i < 3; i += 1) await webhooks.raise();
    for (let sent = 1; sent <= 3; sent += 1) {
      await eventually(() => expect(arrivals).toHaveLength(sent));
      // Not the whole two seconds, so that the rest passes in real time.
      await webhooks.setClock((movedMs += 1_900));
    }
    // Four seconds, less the time of the first delivery from its claim to its arrival.
    expect(arrivals[2] - arrivals[0]).toBeGreaterThan(2_500);
    await eventually(async () => expect(await webhooks.countPending()).toBe(0));
    expect(arrivals).toHaveLength(3);
  });

  it('is not sent to a disabled endpoint, nor to a deleted one [WHK-01]', async () => {
    const receiver = await webhooks.receiver();
    const { id } = await webhooks.endpoint(receiver);
    await webhooks.setEnabled(id, false);
    const skipped = await webhooks.raise();
    await eventually(async () =>
      expect(await webhooks.rowOf(skipped.id)).toMatchObject({ status: 'skipped', attempts: 0 }),
    );
    const enabled = await webhooks.setEnabled(id, true);
    expect(enabled).toMatchObject({ status: 'active', enabled: true });
    const sent = await webhooks.raise();
    await eventually(() => expect(eventIdsOf(receiver)).toEqual([sent.id]));
    expect(await webhooks.gateway.ask(deleteEndpoint, { id }, webhooks.caller())).toEqual({ deleted: true });
    await expect(webhooks.gateway.ask(deleteEndpoint, { id }, webhooks.caller())).rejects.toMatchObject({
      code: 'not_found',
    });
    await webhooks.raise();
    const marker = await webhooks.receiver();
    await webhooks.endpoint(marker);
    const last = await webhooks.raise();
    await eventually(() => expect(eventIdsOf(marker)).toContain(last.id));
    expect(receiver.deliveries).toHaveLength(1);
  });
});
