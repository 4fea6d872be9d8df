import { Running } from '@app/boot';
import {
  EndpointBody,
  EndpointView,
  EventRaised,
  createEndpoint,
  eventRaised,
  eventSubject,
  listEndpoints,
  patchEndpoint,
  rotateSecret,
  showEndpoint,
} from '@app/contracts';
import { Resealer, Vault, armKillPoints, newId } from '@app/persistence';
import {
  Delivery,
  FakeService,
  WebhookReceiver,
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  movedClock,
  setClock,
  startService,
  testEnvironment,
  testMasterKey,
} from '@app/testing';
import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { webhooksSchema } from '../app.schema';
import { webhooksService } from '../app.service';
import { EGRESS } from '../sender/egress.token';
import { loopbackEgress } from '../testing/loopback-egress';
import { sealedSecrets } from './sealed-secret';
import { RANDOM_BYTES } from './secret.service';

const hourMs = 3_600_000;
const newerRing = `t2:${Buffer.alloc(32, 9).toString('base64')},${testMasterKey}`;
let service: Running;
let gateway: FakeService;
let organization: string;
let receivers: WebhookReceiver[] = [];
let drawBytes: typeof randomBytes = randomBytes;
const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);

const receiverOf = async (answer?: Parameters<typeof WebhookReceiver.open>[0]): Promise<WebhookReceiver> => {
  const receiver = await WebhookReceiver.open(answer);
  receivers.push(receiver);
  return receiver;
};
const endpointAt = ({ origin }: WebhookReceiver, body: Partial<EndpointBody> = {}): Promise<EndpointView> =>
  gateway.ask(createEndpoint, { endpoint: { url: `${origin}/in`, events: ['*'], ...body } }, callerOf(organization));
const rotate = (id: string, validFor?: string, effectId?: string): Promise<EndpointView> =>
  gateway.ask(
    rotateSecret,
    { id, rotation: validFor === undefined ? {} : { previous_valid_for: validFor } },
    callerOf(organization),
    effectId,
  );
const show = (id: string): Promise<EndpointView> => gateway.ask(showEndpoint, { id }, callerOf(organization));
const say = async (): Promise<string> => {
  const event: EventRaised = {
    ...{ id: newId('evt'), type: 'job.completed', organization, namespace: 'acme/a', endpoint: null },
    timestamp: new Date().toISOString(),
    data: { namespace: 'acme/a', job: { text: 'Grüße, 你好, 👩‍🚀  two  blanks' } },
  };
  await gateway.say(eventRaised, event, eventSubject('job.completed'));
  return event.id;
};
const delivered = async (receiver: WebhookReceiver): Promise<Delivery> => {
  const id = await say();
  return eventually(() => {
    const found = receiver.deliveries.find(({ headers }) => headers['webhook-id'] === id);
    if (!found) throw new Error(`${id} has not come`);
    return found;
  });
};
const signaturesOf = ({ headers }: Delivery): string[] => String(headers['webhook-signature']).split(' ');

/** Whether both libraries, each an implementation of its own, accept a delivery. Neither may differ from the other. */
function accepts(secret: string | undefined, { body, headers }: Delivery): boolean {
  const verdicts = [StandardWebhook, SvixWebhook].map((Library) => {
    try {
      new Library(String(secret)).verify(body.toString('utf8'), headers as Record<string, string>);
      return true;
    } catch (error) {
      if (/signature/i.test(String(error))) return false;
      throw error;
    }
  });
  expect(new Set(verdicts).size).toBe(1);
  return verdicts[0];
}

beforeAll(async () => {
  await moveClock(0);
  await freshSchema(webhooksSchema);
  service = await startService(webhooksService, {
    overrides: [
      { token: EGRESS, value: loopbackEgress() },
      { token: RANDOM_BYTES, value: (count: number) => drawBytes(count) },
    ],
    // As in a turn of the ring: services know the newer key before anything is sealed with it.
    env: { MASTER_KEY: `${testMasterKey},${newerRing.split(',')[0]}` },
  });
  gateway = await FakeService.open('gateway');
  await ensureStreams(service);
});
beforeEach(() => (organization = newId('org')));
afterEach(async () => {
  drawBytes = randomBytes;
  armKillPoints(() => undefined);
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
  await moveClock(0);
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

describe('a rotated secret', () => {
  it('signs beside the old one for a day; both libraries take either, and a third secret none [SIG-03] [SIG-04]', async () => {
    const receiver = await receiverOf();
    const created = await endpointAt(receiver);
    expect(signaturesOf(await delivered(receiver))).toHaveLength(1);
    const rotated = await rotate(created.id);
    expect(rotated).toEqual({
      ...created,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      previous_secret_expires_at: expect.stringMatching(/Z$/) as string,
      stats: expect.anything() as object,
    });
    expect(rotated.secret).not.toBe(created.secret);
    const leftMs = Date.parse(String(rotated.previous_secret_expires_at)) - movedClock.now();
    expect(Math.abs(leftMs - 24 * hourMs)).toBeLessThan(5_000);
    const both = await delivered(receiver);
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect([accepts(created.secret, both), accepts(rotated.secret, both)]).toEqual([true, true]);
    expect(accepts(`whsec_${randomBytes(32).toString('base64')}`, both)).toBe(false);
    expect((await show(created.id)).secret).toBe(rotated.secret);

    await moveClock(24 * hourMs + 1_000);
    const late = await show(created.id);
    expect(late).not.toHaveProperty('previous_secret_expires_at');
    expect(signaturesOf(await delivered(receiver))).toHaveLength(1);
  });

  it('rotated twice within the window ends the first at once: never three [SIG-03]', async () => {
    const receiver = await receiverOf();
    const { id, secret: first } = await endpointAt(receiver);
    const { secret: second } = await rotate(id, '7d');
    const { secret: third } = await rotate(id, '1h');
    const delivery = await delivered(receiver);
    expect(signaturesOf(delivery)).toHaveLength(2);
    expect([first, second, third].map((secret) => accepts(secret, delivery))).toEqual([false, true, true]);
  });

  it('with 0s ends the old one at once [SIG-04]', async () => {
    const receiver = await receiverOf();
    const { id, secret: first } = await endpointAt(receiver);
    await rotate(id);
    const rotated = await rotate(id, '0s');
    expect(rotated).not.toHaveProperty('previous_secret_expires_at');
    const delivery = await delivered(receiver);
    expect(signaturesOf(delivery)).toHaveLength(1);
    expect([first, rotated.secret].map((secret) => accepts(secret, delivery))).toEqual([false, true]);
  });

  it('with 0s signs what was claimed before it and is sent after: nothing goes by the old secret after the reply [SIG-04] [SIG-05]', async () => {
    const receiver = await receiverOf();
    const { id, secret: first } = await endpointAt(receiver);
    let [goOn, isHeld] = [(): void => undefined, false];
    const released = new Promise<void>((resolve) => (goOn = resolve));
    armKillPoints((name) => {
      if (name !== 'webhooks.claim.after-commit' || isHeld) return;
      isHeld = true;
      return released;
    });
    const eventId = await say();
    await eventually(() => expect(isHeld).toBe(true));
    const { secret: second } = await rotate(id, '0s');
    goOn();
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    const [delivery] = receiver.deliveries;
    expect(delivery.headers['webhook-id']).toBe(eventId);
    expect([first, second].map((secret) => accepts(secret, delivery))).toEqual([false, true]);
    await eventually(async () => expect(await attemptsOf(eventId)).toEqual({ status: 'succeeded', attempts: 1 }));
  });

  it('with 0s under load: after the reply comes no more by the old secret than was on its way [SIG-04]', async () => {
    const receiver = await receiverOf();
    const { id, secret: first } = await endpointAt(receiver);
    const events = 400;
    const load = (async () => {
      for (let i = 0; i < events; i += 1) await say();
    })();
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(50));
    await rotate(id, '0s');
    const atReply = receiver.deliveries.length;
    await load;
    await eventually(() => expect(receiver.deliveries).toHaveLength(events));
    // Only what was on its way at the reply arrives after it.
    const late = receiver.deliveries.slice(atReply).filter((delivery) => accepts(first, delivery));
    expect(late.length).toBeLessThanOrEqual(16);
  });

  it('signs the retry of a delivery that was made before it [SIG-05]', async () => {
    const receiver = await receiverOf((response) => {
      response.writeHead(receiver.deliveries.length === 1 ? 500 : 204).end();
    });
    const { id, secret: first } = await endpointAt(receiver);
    const before = await delivered(receiver);
    const { secret: second } = await rotate(id, '0s');
    await eventually(async () => expect(await pendingAfterFirst(id)).toBe(1));
    await moveClock(7_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await moveClock(0);
    const [, retry] = receiver.deliveries;
    expect(retry.headers['webhook-id']).toBe(before.headers['webhook-id']);
    expect([first, second].map((secret) => accepts(secret, retry))).toEqual([false, true]);
  });

  it('is the same again for the same key of idempotency, also when its reply was lost [SIG-07] [WHK-10]', async () => {
    const { id } = await endpointAt(await receiverOf());
    const effectId = newId('clm');
    const first = await rotate(id, undefined, effectId);
    expect(await rotate(id, undefined, effectId)).toEqual(first);
    expect((await show(id)).secret).toBe(first.secret);
    let deaths = 0;
    armKillPoints((name) => {
      if (name === 'webhooks.rotate.before-commit' && deaths++ === 0) throw new Error('killed');
    });
    const other = newId('clm');
    await expect(rotate(id, undefined, other)).rejects.toBeDefined();
    expect((await show(id)).secret).toBe(first.secret);
    expect((await rotate(id, undefined, other)).secret).not.toBe(first.secret);
    expect(deaths).toBe(2);
  });

  it('changes nothing when none can be made [WHK-22]', async () => {
    const receiver = await receiverOf();
    const { id, secret } = await endpointAt(receiver);
    const before = await show(id);
    drawBytes = (() => {
      throw new Error('no entropy');
    }) as typeof randomBytes;
    const refusal = { code: 'unavailable', retryAfterS: 1 };
    await expect(rotate(id)).rejects.toMatchObject(refusal);
    await expect(endpointAt(receiver)).rejects.toMatchObject(refusal);
    expect(await show(id)).toEqual(before);
    const { webhook_endpoints: kept } = await gateway.ask(listEndpoints, {}, callerOf(organization));
    expect(kept.map((each) => each.id)).toEqual([id]);
    expect(accepts(secret, await delivered(receiver))).toBe(true);
  });

  it('is shown by its reply and a managing get, never in lists, PATCH replies or to read_only keys [WHK-09]', async () => {
    const { id } = await endpointAt(await receiverOf());
    const { secret } = await rotate(id);
    const readOnly = callerOf(organization, { role: 'read_only' });
    const { webhook_endpoints: listed } = await gateway.ask(listEndpoints, {}, callerOf(organization));
    const patched = await gateway.ask(patchEndpoint, { id, patch: { description: 'x' } }, callerOf(organization));
    const seen = await gateway.ask(showEndpoint, { id }, readOnly);
    for (const view of [listed[0], patched, seen]) {
      expect(view).not.toHaveProperty('secret');
      expect(view).toHaveProperty('previous_secret_expires_at');
      expect(JSON.stringify(view)).not.toContain(String(secret));
    }
    const stranger = callerOf(organization, { scope: 'elsewhere/*' });
    await expect(gateway.ask(rotateSecret, { id, rotation: {} }, stranger)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('under load: every delivery verifies with a secret that was valid, while the ring is turned too [SIG-03] [WHK-10]', async () => {
    const receiver = await receiverOf();
    const { id, secret } = await endpointAt(receiver);
    const secrets = [secret];
    const resealer = new Resealer(service.platform.database, new Vault(newerRing));
    const events = 200;
    const load = (async () => {
      for (let i = 0; i < events; i += 1) await say();
    })();
    for (let i = 0; i < 6; i += 1) {
      secrets.push((await rotate(id, '1h')).secret);
      await resealer.reseal(sealedSecrets);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await load;
    await eventually(() => expect(receiver.deliveries).toHaveLength(events));
    for (const delivery of receiver.deliveries) {
      const fitting = secrets.flatMap((each, i) => (accepts(each, delivery) ? [i] : []));
      expect(fitting).toHaveLength(signaturesOf(delivery).length);
      expect(fitting.at(-1)! - fitting[0]).toBeLessThanOrEqual(1);
    }
    expect(await plainTraces(secrets)).toEqual([]);
  });
});

async function attemptsOf(eventId: string): Promise<{ status: string; attempts: number }> {
  const { rows } = await service.platform.database.query<{ status: string; attempts: number }>(
    'select status, attempts from delivery where event_id = $1',
    [eventId],
  );
  return rows[0];
}

async function pendingAfterFirst(endpointId: string): Promise<number> {
  const { rows } = await service.platform.database.query<{ count: number }>(
    `select count(*)::int as count from delivery where endpoint_id = $1 and status = 'pending' and status_code = 500`,
    [endpointId],
  );
  return rows[0].count;
}

/** Where a secret stands in the open, in whatever form, in any table of the service. */
async function plainTraces(secrets: (string | undefined)[]): Promise<string[]> {
  const { database } = service.platform;
  const { rows: tables } = await database.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'webhooks'::regnamespace and relkind = 'r'`,
  );
  const traces = secrets.flatMap((secret) => {
    const material = String(secret).slice('whsec_'.length);
    return [material, Buffer.from(material, 'base64').toString('hex'), Buffer.from(material).toString('hex')];
  });
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ line: string }>(`select t::text as line from ${name} t`);
    for (const { line } of rows) if (traces.some((trace) => line.includes(trace))) found.push(name);
  }
  return found;
}
