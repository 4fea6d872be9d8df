import { EndpointView, listEndpoints, patchEndpoint, rotateSecret, showEndpoint } from '@app/contracts/webhooks';
import { Resealer, Vault, armKillPoints, newId } from '@app/persistence';
import { Delivery, WebhookReceiver, eventually, movedClock, testMasterKey } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { OpenWebhooks } from '../testing/open-webhooks';
import { sealedSecrets } from './sealed-secret';
import { RANDOM_BYTES } from './secret.service';

const hourMs = 3_600_000;
const newerRing = `t2:${Buffer.alloc(32, 9).toString('base64')},${testMasterKey}`;
let webhooks: OpenWebhooks;
let drawBytes: typeof randomBytes = randomBytes;

const rotate = (id: string, validFor?: string, effectId?: string): Promise<EndpointView> => {
  const rotation = validFor === undefined ? {} : { previous_valid_for: validFor };
  return webhooks.gateway.ask(rotateSecret, { id, rotation }, webhooks.caller(), effectId);
};
const delivered = async (receiver: WebhookReceiver): Promise<Delivery> => {
  const { id } = await webhooks.raise();
  return eventually(() => {
    const found = receiver.deliveries.find(({ headers }) => headers['webhook-id'] === id);
    if (!found) throw new Error(`${id} has not arrived`);
    return found;
  });
};
const signaturesOf = ({ headers }: Delivery): string[] => String(headers['webhook-signature']).split(' ');

/** Whether two independent libraries accept a delivery. They must agree. */
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
  webhooks = await OpenWebhooks.open({
    overrides: [{ token: RANDOM_BYTES, value: (count: number) => drawBytes(count) }],
    // As in a rotation of the key ring: services know the newer key before anything is sealed with it.
    env: { MASTER_KEY: `${testMasterKey},${newerRing.split(',')[0]}` },
  });
});
afterEach(async () => {
  drawBytes = randomBytes;
  armKillPoints(() => undefined);
  await webhooks.clear();
});
afterAll(() => webhooks.close());

describe('a rotated secret', () => {
  it('signs beside the old one for a day; both libraries accept both secrets and refuse a third [SIG-03] [SIG-04]', async () => {
    const receiver = await webhooks.receiver();
    const created = await webhooks.endpoint(receiver);
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
    expect((await webhooks.show(created.id)).secret).toBe(rotated.secret);

    await webhooks.setClock(24 * hourMs + 1_000);
    const late = await webhooks.show(created.id);
    expect(late).not.toHaveProperty('previous_secret_expires_at');
    expect(signaturesOf(await delivered(receiver))).toHaveLength(1);
  });

  it('ends the first secret at once when it is rotated twice: there are never three [SIG-03]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret: first } = await webhooks.endpoint(receiver);
    const { secret: second } = await rotate(id, '7d');
    const { secret: third } = await rotate(id, '1h');
    const delivery = await delivered(receiver);
    expect(signaturesOf(delivery)).toHaveLength(2);
    expect([first, second, third].map((secret) => accepts(secret, delivery))).toEqual([false, true, true]);
  });

  it('with 0s ends the old one at once [SIG-04]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret: first } = await webhooks.endpoint(receiver);
    await rotate(id);
    const rotated = await rotate(id, '0s');
    expect(rotated).not.toHaveProperty('previous_secret_expires_at');
    const delivery = await delivered(receiver);
    expect(signaturesOf(delivery)).toHaveLength(1);
    expect([first, rotated.secret].map((secret) => accepts(secret, delivery))).toEqual([false, true]);
  });

  it('with 0s signs a delivery that was claimed before the rotation and is sent after the reply [SIG-04] [SIG-05]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret: first } = await webhooks.endpoint(receiver);
    let [goOn, isHeld] = [(): void => undefined, false];
    const released = new Promise<void>((resolve) => (goOn = resolve));
    armKillPoints((name) => {
      if (name !== 'webhooks.claim.after-commit' || isHeld) return;
      isHeld = true;
      return released;
    });
    const { id: eventId } = await webhooks.raise();
    await eventually(() => expect(isHeld).toBe(true));
    const { secret: second } = await rotate(id, '0s');
    goOn();
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    const [delivery] = receiver.deliveries;
    expect(delivery.headers['webhook-id']).toBe(eventId);
    expect([first, second].map((secret) => accepts(secret, delivery))).toEqual([false, true]);
    await eventually(async () =>
      expect(await webhooks.rowOf(eventId)).toMatchObject({ status: 'succeeded', attempts: 1 }),
    );
  });

  it('with 0s under load: after the reply, only deliveries in flight arrive with the old secret [SIG-04]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret: first } = await webhooks.endpoint(receiver);
    const events = 400;
    const load = (async () => {
      for (let i = 0; i < events; i += 1) await webhooks.raise();
    })();
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(50));
    await rotate(id, '0s');
    const atReply = receiver.deliveries.length;
    await load;
    await eventually(() => expect(receiver.deliveries).toHaveLength(events));
    const late = receiver.deliveries.slice(atReply).filter((delivery) => accepts(first, delivery));
    expect(late.length).toBeLessThanOrEqual(16);
  });

  it('signs the retry of a delivery from before the rotation [SIG-05]', async () => {
    const receiver = await webhooks.receiver((response) => {
      response.writeHead(receiver.deliveries.length === 1 ? 500 : 204).end();
    });
    const { id, secret: first } = await webhooks.endpoint(receiver);
    const before = await delivered(receiver);
    const { secret: second } = await rotate(id, '0s');
    await eventually(async () => expect(await countRetrying(id)).toBe(1));
    await webhooks.setClock(7_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await webhooks.setClock(0);
    const [, retry] = receiver.deliveries;
    expect(retry.headers['webhook-id']).toBe(before.headers['webhook-id']);
    expect([first, second].map((secret) => accepts(secret, retry))).toEqual([false, true]);
  });

  it('is the same for the same idempotency key, also when the first reply was lost [SIG-07] [WHK-10]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.receiver());
    const effectId = newId('clm');
    const first = await rotate(id, undefined, effectId);
    expect(await rotate(id, undefined, effectId)).toEqual(first);
    expect((await webhooks.show(id)).secret).toBe(first.secret);
    let deaths = 0;
    armKillPoints((name) => {
      if (name === 'webhooks.rotate.before-commit' && deaths++ === 0) throw new Error('killed');
    });
    const other = newId('clm');
    await expect(rotate(id, undefined, other)).rejects.toBeDefined();
    expect((await webhooks.show(id)).secret).toBe(first.secret);
    expect((await rotate(id, undefined, other)).secret).not.toBe(first.secret);
    expect(deaths).toBe(2);
  });

  it('stays the current one when no new secret can be made [WHK-22]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret } = await webhooks.endpoint(receiver);
    const before = await webhooks.show(id);
    drawBytes = (() => {
      throw new Error('no entropy');
    }) as typeof randomBytes;
    const refusal = { code: 'unavailable', retryAfterS: 1 };
    await expect(rotate(id)).rejects.toMatchObject(refusal);
    await expect(webhooks.endpoint(receiver)).rejects.toMatchObject(refusal);
    expect(await webhooks.show(id)).toEqual(before);
    const { webhook_endpoints: kept } = await webhooks.gateway.ask(listEndpoints, {}, webhooks.caller());
    expect(kept.map((each) => each.id)).toEqual([id]);
    expect(accepts(secret, await delivered(receiver))).toBe(true);
  });

  it('is shown in the reply and to a managing key, and not in lists, in PATCH replies or to read_only keys [WHK-09]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.receiver());
    const { secret } = await rotate(id);
    const readOnly = webhooks.caller({ role: 'read_only' });
    const { webhook_endpoints: listed } = await webhooks.gateway.ask(listEndpoints, {}, webhooks.caller());
    const patched = await webhooks.gateway.ask(patchEndpoint, { id, patch: { description: 'x' } }, webhooks.caller());
    const seen = await webhooks.gateway.ask(showEndpoint, { id }, readOnly);
    for (const view of [listed[0], patched, seen]) {
      expect(view).not.toHaveProperty('secret');
      expect(view).toHaveProperty('previous_secret_expires_at');
      expect(JSON.stringify(view)).not.toContain(String(secret));
    }
    const stranger = webhooks.caller({ scope: 'elsewhere/*' });
    await expect(webhooks.gateway.ask(rotateSecret, { id, rotation: {} }, stranger)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('signs every delivery with secrets that are valid then, under load and while the key ring is rotated [SIG-03] [WHK-10]', async () => {
    const receiver = await webhooks.receiver();
    const { id, secret } = await webhooks.endpoint(receiver);
    const secrets = [secret];
    const resealer = new Resealer(webhooks.service.platform.database, new Vault(newerRing, 'webhooks'));
    const events = 200;
    const load = (async () => {
      for (let i = 0; i < events; i += 1) await webhooks.raise();
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

/** Whether the first attempt of the endpoint's delivery has failed and the delivery waits for the next. */
async function countRetrying(endpointId: string): Promise<number> {
  const rows = await webhooks.query<{ count: number }>(
    `select count(*)::int as count from delivery where endpoint_id = $1 and status = 'pending' and status_code = 500`,
    [endpointId],
  );
  return rows[0].count;
}

/** The tables of the service that hold one of the secrets unsealed, in any form. */
async function plainTraces(secrets: (string | undefined)[]): Promise<string[]> {
  const { database } = webhooks.service.platform;
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
