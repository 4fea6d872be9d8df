import { patchEndpoint, testEndpoint } from '@app/contracts';
import { armKillPoints } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { OpenWebhooks, idsOf } from '../testing/open-webhooks';

const hourMs = 3_600_000;
let rig: OpenWebhooks;
let status: number;

beforeAll(async () => {
  rig = await OpenWebhooks.open();
});
beforeEach(() => (status = 500));
afterEach(async () => {
  armKillPoints(() => undefined);
  await rig.clear();
});
afterAll(() => rig.close());

/** An endpoint whose receiver answers `status`, and one that receives the events about it. */
const arrange = async () => {
  const receiver = await rig.receiver((response) => response.writeHead(status).end());
  const watcher = await rig.answering(204);
  const endpoint = await rig.endpoint(receiver, { events: ['job.*'] });
  await rig.endpoint(watcher, { events: ['webhook_endpoint.*'] });
  const told = (): { type: string; data: { namespace: null; endpoint: Record<string, unknown> } }[] =>
    watcher.deliveries.map(({ body }) => JSON.parse(body.toString()) as never);
  return { receiver, endpoint, told, types: () => told().map(({ type }) => type) };
};
/** Raises events and waits until each has had its first attempt. */
const fail = async (endpointId: string, count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) {
    const { id } = await rig.raise();
    await eventually(async () => {
      const entries = await rig.log(endpointId);
      const entry = entries.find(({ event_id: eventId }) => eventId === id);
      expect(entry?.attempted_at ?? null).not.toBeNull();
    });
  }
};

describe('an endpoint that fails', () => {
  it('is failing after a day and ten attempts, told once, and active again with one success [WHK-15] [WHK-16]', async () => {
    const { endpoint, told, types } = await arrange();
    await fail(endpoint.id, 10);
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active' });
    await rig.restart();
    await rig.move(24.1 * hourMs);
    await fail(endpoint.id, 1);
    await eventually(() => expect(types()).toEqual(['webhook_endpoint.failing']));
    const failing = await rig.show(endpoint.id);
    expect(failing).toMatchObject({ status: 'failing', enabled: true, failing_since: expect.any(String) as string });
    expect(told()[0].data).toMatchObject({
      namespace: null,
      endpoint: { id: endpoint.id, status: 'failing', failing_since: failing.failing_since },
    });
    expect(JSON.stringify(told())).not.toContain('whsec_');
    await rig.restart();
    await fail(endpoint.id, 2);
    status = 204;
    await fail(endpoint.id, 1);
    await eventually(async () => expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active' }));
    expect(await rig.show(endpoint.id)).not.toHaveProperty('failing_since');
    expect(types()).toEqual(['webhook_endpoint.failing']);
  }, 60_000);

  it('is disabled after five days: what waits and what comes is skipped, nothing is sent, and one event says so [WHK-17] [WHK-18] [WHK-30]', async () => {
    const { receiver, endpoint, told, types } = await arrange();
    await fail(endpoint.id, 5);
    await rig.move(5.1 * 24 * hourMs);
    await rig.restart();
    await eventually(() => expect(types()).toContain('webhook_endpoint.disabled'));
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'disabled', enabled: false });
    await eventually(async () => {
      const statuses = (await rig.log(endpoint.id)).map((entry) => entry.status);
      expect(statuses).toEqual(new Array(5).fill('skipped'));
    });
    expect(told().at(-1)?.data.endpoint).toMatchObject({ id: endpoint.id, status: 'disabled', enabled: false });
    const before = receiver.deliveries.length;
    const late = await rig.raise();
    await eventually(async () =>
      expect((await rig.log(endpoint.id))[0]).toMatchObject({ event_id: late.id, status: 'skipped', attempts: 0 }),
    );
    await rig.restart();
    await rig.move(2 * 24 * hourMs);
    const patch = { id: endpoint.id, patch: { enabled: true } };
    expect(await rig.gateway.ask(patchEndpoint, patch, callerOf(rig.organization))).toMatchObject({ status: 'active' });
    // The count is cleared: nine failures, a day after the first, are not ten.
    await fail(endpoint.id, 1);
    expect(receiver.deliveries.length).toBe(before + 1);
    expect(types().filter((type) => type === 'webhook_endpoint.disabled')).toHaveLength(1);
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active', enabled: true });
  }, 60_000);

  it('is not disabled by silence, nor by a failure after it [WHK-17]', async () => {
    const { endpoint, types } = await arrange();
    status = 204;
    await fail(endpoint.id, 1);
    await rig.move(6 * 24 * hourMs);
    status = 500;
    await fail(endpoint.id, 1);
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active' });
    expect(types()).toEqual([]);
  });

  it('re-enabled begins its count anew: nine failures over a day are too few [WHK-19]', async () => {
    const { endpoint, types } = await arrange();
    await fail(endpoint.id, 9);
    for (const enabled of [false, true]) {
      const query = { id: endpoint.id, patch: { enabled } };
      const view = await rig.gateway.ask(patchEndpoint, query, callerOf(rig.organization));
      expect(view).toMatchObject({ enabled, status: enabled ? 'active' : 'disabled' });
    }
    await fail(endpoint.id, 1);
    await rig.move(25 * hourMs);
    await fail(endpoint.id, 6);
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active' });
    expect(types()).toEqual([]);
  }, 30_000);

  it('counts what the guard blocked [SSRF-10]', async () => {
    const { endpoint, types } = await arrange();
    // A name that led to a public address when it was made, and is plainly private now.
    await rig.service.platform.database.query(`update endpoint set url = 'https://10.0.0.1/in' where id = $1`, [
      endpoint.id,
    ]);
    await fail(endpoint.id, 10);
    await rig.move(24.1 * hourMs);
    await eventually(() => expect(types()).toEqual(['webhook_endpoint.failing']));
    const entries = await rig.log(endpoint.id);
    expect(entries.every(({ error, attempts }) => error === 'blocked_address' && attempts >= 1)).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('10.0.0.1');
  }, 30_000);

  it('changes and tells together or not at all: a death before the commit repeats both [WHK-15]', async () => {
    const { endpoint, types } = await arrange();
    await fail(endpoint.id, 10);
    let deaths = 0;
    armKillPoints((name) => {
      if (name !== 'webhooks.health.before-commit' || deaths++ > 0) return;
      throw new Error('killed');
    });
    await rig.move(24.1 * hourMs);
    await eventually(() => expect(deaths).toBeGreaterThan(0));
    // Its lease ends, and it is attempted again.
    await rig.move(31_000);
    await fail(endpoint.id, 1);
    await eventually(() => expect(types()).toEqual(['webhook_endpoint.failing']));
  }, 30_000);

  it('is not told by test sends, which count nowhere [WHK-31]', async () => {
    const { endpoint, receiver } = await arrange();
    await rig.service.platform.database.query(
      `update endpoint set first_failure_at = app.now() - interval '30 hours', failed_attempts = 9 where id = $1`,
      [endpoint.id],
    );
    await rig.gateway.ask(testEndpoint, { id: endpoint.id, test: {} }, callerOf(rig.organization));
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    await eventually(async () =>
      expect(await rig.log(endpoint.id)).toMatchObject([{ test: true, attempts: 1, status_code: 500 }]),
    );
    expect(idsOf(receiver)).toHaveLength(1);
    expect(await rig.show(endpoint.id)).toMatchObject({ status: 'active', stats: { deliveries_24h: 0 } });
  });
});
