import { patchEndpoint, testEndpoint } from '@app/contracts/webhooks';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { waitsMs } from '../delivery/schedule';
import { EGRESS } from '../sender/egress.token';
import { loopbackEgress, publicAddress } from '../testing/loopback-egress';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';

const hourMs = 3_600_000;
let webhooks: OpenWebhooks;
let status: number;
/** What every name resolves to; null while none can be resolved. */
let addresses: readonly string[] | null;

const egress = loopbackEgress(() => {
  if (addresses === null) throw Object.assign(new Error('queryA EAI_AGAIN'), { code: 'EAI_AGAIN' });
  return addresses;
});
beforeAll(async () => {
  webhooks = await OpenWebhooks.open({ overrides: [{ token: EGRESS, value: egress }] });
});
beforeEach(() => {
  status = 500;
  addresses = [publicAddress];
});
afterEach(async () => {
  armKillPoints(() => undefined);
  await webhooks.clear();
});
afterAll(() => webhooks.close());

/** An endpoint whose receiver answers `status`, and one that receives the events about it. */
const arrange = async () => {
  const receiver = await webhooks.receiver((response) => response.writeHead(status).end());
  const watcher = await webhooks.answering(204);
  const endpoint = await webhooks.endpoint(receiver, { events: ['job.*'] });
  await webhooks.endpoint(watcher, { events: ['webhook_endpoint.*'] });
  const events = (): { id: string; type: string; data: { namespace: null; endpoint: Record<string, unknown> } }[] =>
    watcher.deliveries.map(({ body }) => JSON.parse(body.toString()) as never);
  return { receiver, endpoint, events, types: () => events().map(({ type }) => type) };
};
/** Raises events and waits until each has had its first attempt. @returns their ids */
const fail = async (endpointId: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await webhooks.raise();
    ids.push(id);
    await eventually(async () => {
      const entries = await webhooks.log(endpointId);
      const entry = entries.find(({ event_id: eventId }) => eventId === id);
      expect(entry?.attempted_at ?? null).not.toBeNull();
    });
  }
  return ids;
};

describe('an endpoint that fails', () => {
  it('is failing after a day and ten attempts, raises one event, and is active again after one success [WHK-15] [WHK-16]', async () => {
    const { endpoint, events, types } = await arrange();
    await fail(endpoint.id, 10);
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active' });
    await webhooks.restart();
    await webhooks.moveClock(24.1 * hourMs);
    await fail(endpoint.id, 1);
    await eventually(() => expect(types()).toEqual(['webhook_endpoint.failing']));
    const failing = await webhooks.show(endpoint.id);
    expect(failing).toMatchObject({ status: 'failing', enabled: true, failing_since: expect.any(String) as string });
    expect(events()[0].data).toMatchObject({
      namespace: null,
      endpoint: { id: endpoint.id, status: 'failing', failing_since: failing.failing_since },
    });
    expect(JSON.stringify(events())).not.toContain('whsec_');
    await webhooks.restart();
    await fail(endpoint.id, 2);
    status = 204;
    await fail(endpoint.id, 1);
    await eventually(async () => expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active' }));
    expect(await webhooks.show(endpoint.id)).not.toHaveProperty('failing_since');
    expect(types()).toEqual(['webhook_endpoint.failing']);
  }, 60_000);

  it('is disabled after five days: pending and new deliveries are skipped, and one event is raised [WHK-17] [WHK-18] [WHK-30]', async () => {
    const { receiver, endpoint, events, types } = await arrange();
    await fail(endpoint.id, 5);
    await webhooks.moveClock(5.1 * 24 * hourMs);
    await webhooks.restart();
    await eventually(() => expect(types()).toContain('webhook_endpoint.disabled'));
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'disabled', enabled: false });
    await eventually(async () => {
      const statuses = (await webhooks.log(endpoint.id)).map((entry) => entry.status);
      expect(statuses).toEqual(new Array(5).fill('skipped'));
    });
    expect(events().at(-1)?.data.endpoint).toMatchObject({ id: endpoint.id, status: 'disabled', enabled: false });
    const before = receiver.deliveries.length;
    const late = await webhooks.raise();
    await eventually(async () =>
      expect((await webhooks.log(endpoint.id))[0]).toMatchObject({ event_id: late.id, status: 'skipped', attempts: 0 }),
    );
    await webhooks.restart();
    await webhooks.moveClock(2 * 24 * hourMs);
    const patch = { id: endpoint.id, patch: { enabled: true } };
    expect(await webhooks.gateway.ask(patchEndpoint, patch, webhooks.caller())).toMatchObject({ status: 'active' });
    // Enabling reset the count: the failures from before do not count.
    await fail(endpoint.id, 1);
    expect(receiver.deliveries.length).toBe(before + 1);
    expect(types().filter((type) => type === 'webhook_endpoint.disabled')).toHaveLength(1);
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active', enabled: true });
  }, 60_000);

  it('is not disabled by days without deliveries, nor by the first failure after them [WHK-17]', async () => {
    const { endpoint, types } = await arrange();
    status = 204;
    await fail(endpoint.id, 1);
    await webhooks.moveClock(6 * 24 * hourMs);
    status = 500;
    await fail(endpoint.id, 1);
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active' });
    expect(types()).toEqual([]);
  });

  it('counts anew after it is enabled again: nine failures over a day are too few [WHK-19]', async () => {
    const { endpoint, types } = await arrange();
    await fail(endpoint.id, 9);
    for (const enabled of [false, true]) {
      const query = { id: endpoint.id, patch: { enabled } };
      const view = await webhooks.gateway.ask(patchEndpoint, query, webhooks.caller());
      expect(view).toMatchObject({ enabled, status: enabled ? 'active' : 'disabled' });
    }
    await fail(endpoint.id, 1);
    await webhooks.moveClock(25 * hourMs);
    await fail(endpoint.id, 6);
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active' });
    expect(types()).toEqual([]);
  }, 30_000);

  it('counts attempts that the address guard blocked, and repeats them by the schedule, like other failures [SSRF-10]', async () => {
    const { receiver, endpoint, types } = await arrange();
    // Its name was public when the endpoint was created, and leads to a private address now.
    addresses = ['10.0.0.1'];
    const [first] = await fail(endpoint.id, 10);
    const failed = () => webhooks.log(endpoint.id);
    // An attempt counts when it begins, and is kept when it has ended. One that ended after the clock moved again would
    // plan the next one from then on.
    const untilTried = async (attempts: number, sinceMs: number) =>
      eventually(async () => {
        const entries = await failed();
        const kept = entries.filter(
          (entry) => entry.attempts === attempts && Date.parse(entry.attempted_at!) > sinceMs,
        );
        expect(kept).toHaveLength(10);
        return kept.find(({ event_id: id }) => id === first)!;
      });
    let begunMs = webhooks.now() - 60_000;
    for (const [tried, stepMs] of waitsMs.slice(0, 3).entries()) {
      const entry = await untilTried(tried + 1, begunMs);
      expect(entry).toMatchObject({ error: 'blocked_address', status_code: null });
      const waitMs = Date.parse(entry.next_attempt_at!) - Date.parse(entry.attempted_at!);
      expect(waitMs).toBeGreaterThanOrEqual(0.8 * stepMs);
      expect(waitMs).toBeLessThanOrEqual(1.2 * stepMs);
      begunMs = webhooks.now() + 0.5 * stepMs;
      await webhooks.moveClock(1.2 * stepMs);
    }
    await untilTried(4, begunMs);
    begunMs = webhooks.now() + hourMs;
    await webhooks.moveClock(24.1 * hourMs);
    await untilTried(5, begunMs);
    await eventually(async () => expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'failing' }));
    expect(receiver.deliveries).toEqual([]);
    expect(JSON.stringify(await failed())).not.toContain('10.0.0.1');
    // The name is public again, and what waited arrives, the event about it too.
    addresses = [publicAddress];
    status = 204;
    await webhooks.moveClock(1.2 * waitsMs[4]);
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThanOrEqual(10));
    await eventually(() => expect(types()).toEqual(['webhook_endpoint.failing']));
  }, 60_000);

  it('goes on by itself after name resolution failed for a minute [T33]', async () => {
    const { receiver, endpoint } = await arrange();
    status = 204;
    await fail(endpoint.id, 1);
    expect(receiver.deliveries).toHaveLength(1);
    addresses = null;
    const lost = await fail(endpoint.id, 20);
    const entries = await webhooks.log(endpoint.id);
    const errors = entries.filter(({ event_id: id }) => lost.includes(id)).map(({ error }) => error);
    expect(errors).toEqual(lost.map(() => 'dns'));
    // Their second attempt fails as well; the third comes after the minute.
    await webhooks.moveClock(60_000);
    await eventually(async () => {
      const again = (await webhooks.log(endpoint.id)).filter(({ event_id: id }) => lost.includes(id));
      expect(again.map(({ attempts }) => attempts)).toEqual(lost.map(() => 2));
    });
    expect(receiver.deliveries).toHaveLength(1);
    addresses = [publicAddress];
    await webhooks.moveClock(1.2 * 300_000);
    await eventually(() => expect(new Set(eventIdsOf(receiver)).size).toBe(21));
    await eventually(async () => expect(await webhooks.countPending()).toBe(0));
    expect(receiver.deliveries).toHaveLength(21);
  }, 60_000);

  it('changes its status and raises the event together or not at all: a death before the commit repeats both [WHK-15]', async () => {
    const { endpoint, events } = await arrange();
    await fail(endpoint.id, 10);
    let deaths = 0;
    armKillPoints((name) => {
      if (name !== 'webhooks.health.before-commit' || deaths++ > 0) return;
      throw new Error('killed');
    });
    await webhooks.moveClock(24.1 * hourMs);
    await eventually(() => expect(deaths).toBeGreaterThan(0));
    // The lease of the delivery ends, and a process sends it again.
    await webhooks.moveClock(31_000);
    await fail(endpoint.id, 1);
    // The move may end the lease of the event's own delivery, too, which then arrives again with its id.
    const raised = () => [...new Map(events().map(({ id, type }) => [id, type])).values()];
    await eventually(() => expect(raised()).toEqual(['webhook_endpoint.failing']));
  }, 30_000);

  it('is not changed by test sends [WHK-31]', async () => {
    const { endpoint, receiver } = await arrange();
    await webhooks.query(
      `update endpoint set first_failure_at = app.now() - interval '30 hours', failed_attempts = 9 where id = $1`,
      [endpoint.id],
    );
    await webhooks.gateway.ask(testEndpoint, { id: endpoint.id, test: {} }, webhooks.caller());
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    await eventually(async () =>
      expect(await webhooks.log(endpoint.id)).toMatchObject([{ test: true, attempts: 1, status_code: 500 }]),
    );
    expect(eventIdsOf(receiver)).toHaveLength(1);
    expect(await webhooks.show(endpoint.id)).toMatchObject({ status: 'active', stats: { deliveries_24h: 0 } });
  });
});
