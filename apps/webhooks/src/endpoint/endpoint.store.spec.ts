import { Call } from '@app/bus';
import { Caller } from '@app/contracts';
import { EndpointView } from '@app/contracts/webhooks';
import { Database, Effects, Outcome, Vault, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { callerOf, movedClock, openFreshDatabase, testMasterKey } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { webhooksSchema } from '../app.schema';
import { EndpointService } from './endpoint.service';
import { RandomBytes, SecretService } from './secret.service';

const url = 'https://hooks.example.com/in';
let database: Database;
let organization: string;

const serviceWith = (bytes: RandomBytes): EndpointService => {
  const vault = new Vault(testMasterKey);
  return new EndpointService(new SecretService(vault, bytes), database, new Effects(database, vault), movedClock);
};
const callOf = (others: Partial<Caller> = {}, effectId?: string): Call =>
  new Call(Date.now() + 10_000, callerOf(organization, others), effectId);
const viewOf = ({ body }: Outcome): EndpointView => JSON.parse(body) as EndpointView;
const codeOf = (thrown: unknown): string => (thrown instanceof Problem ? thrown.code : String(thrown));

beforeAll(async () => {
  database = await openFreshDatabase(webhooksSchema, 12);
});
beforeEach(() => (organization = newId('org')));
afterAll(() => database.close());

describe('endpoints', () => {
  it('are never more than the plan allows, also when ten are created at once [WHK-13]', async () => {
    const service = serviceWith(randomBytes);
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => service.create({ url }, callOf({ plan: 'developer' }))),
    );
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : []));
    expect(refused).toEqual(new Array(8).fill('plan_required'));
    const { webhook_endpoints: kept } = await service.list(callerOf(organization), 100, undefined);
    expect(kept).toHaveLength(2);
    await service.remove(kept[0].id, callOf());
    await service.create({ url }, callOf({ plan: 'developer' }));
  });

  it('leave no plain secret in any table, also not in the kept response [WHK-10]', async () => {
    const { secret } = viewOf(await serviceWith(randomBytes).create({ url }, callOf({}, newId('clm'))));
    const material = String(secret).slice('whsec_'.length);
    const traces = [material, Buffer.from(material, 'base64').toString('hex'), Buffer.from(material).toString('hex')];
    const { rows: tables } = await database.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relnamespace = 'webhooks'::regnamespace and relkind = 'r'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['endpoint', 'effect']));
    for (const { name } of tables) {
      const { rows } = await database.query<{ line: string }>(`select t::text as line from ${name} t`);
      for (const { line } of rows) for (const trace of traces) expect(line).not.toContain(trace);
    }
  });

  it('show the secret in the reply to create and to a managing key, and nowhere else [WHK-09]', async () => {
    const service = serviceWith(randomBytes);
    const created = await service.create({ url, events: ['job.*'] }, callOf());
    const { id, secret } = viewOf(created);
    expect(created.status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await service.show(id, callerOf(organization))).secret).toBe(secret);
    expect(await service.show(id, callerOf(organization, { role: 'read_only' }))).not.toHaveProperty('secret');
    const { webhook_endpoints: listed } = await service.list(callerOf(organization), 100, undefined);
    expect(listed[0]).not.toHaveProperty('secret');
    expect(viewOf(await service.change(id, { description: 'new' }, callOf()))).toEqual({
      ...listed[0],
      description: 'new',
    });
  });

  it('have the members of the specification [WHK-02]', async () => {
    const service = serviceWith(randomBytes);
    const { id } = viewOf(await service.create({ url, max_per_second: 0.5 }, callOf({ scope: 'acme/*' })));
    expect(await service.show(id, callerOf(organization, { role: 'read_only' }))).toEqual({
      id: expect.stringMatching(/^whe_/) as string,
      url,
      events: [],
      namespace_prefix: 'acme/*',
      description: null,
      max_per_second: 0.5,
      status: 'active',
      enabled: true,
      stats: { deliveries_24h: 0, success_rate_24h: null, last_delivery_at: null },
      created_at: expect.stringMatching(/Z$/) as string,
    });
  });

  it('stay as they are when no secret can be made [WHK-22]', async () => {
    const broken = serviceWith(() => {
      throw new Error('no entropy');
    });
    await expect(broken.create({ url }, callOf())).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    expect((await broken.list(callerOf(organization), 100, undefined)).webhook_endpoints).toEqual([]);
  });

  it('are created once for one effect, with the same secret, and again without one [WHK-09] [WHK-32]', async () => {
    const service = serviceWith(randomBytes);
    const effectId = newId('clm');
    const first = viewOf(await service.create({ url }, callOf({}, effectId)));
    expect(viewOf(await service.create({ url }, callOf({}, effectId)))).toEqual(first);
    await service.create({ url }, callOf());
    expect((await service.list(callerOf(organization), 100, undefined)).webhook_endpoints).toHaveLength(2);
  });

  it('are visible only to keys whose scope covers their prefix, and to no other organization [WHK-11]', async () => {
    const service = serviceWith(randomBytes);
    const { id } = viewOf(await service.create({ url }, callOf({ scope: 'acme/prod*' })));
    for (const scope of ['*', 'acme/*', 'acme/prod*']) {
      expect((await service.show(id, callerOf(organization, { scope }))).id).toBe(id);
    }
    const strangers = [callerOf(organization, { scope: 'acme/prod/*' }), callerOf(newId('org'))];
    for (const who of strangers) {
      expect((await service.list(who, 100, undefined)).webhook_endpoints).toEqual([]);
      const call = new Call(Date.now() + 10_000, who);
      for (const act of [
        () => service.show(id, who),
        () => service.change(id, { description: 'x' }, call),
        () => service.remove(id, call),
      ]) {
        await expect(act()).rejects.toMatchObject({ code: 'not_found' });
      }
    }
  });

  it('may be named by subscriptions of keys that see them, and do not exist for others [defect E-M7] [WHK-11]', async () => {
    const service = serviceWith(randomBytes);
    const { id } = viewOf(await service.create({ url }, callOf({ scope: 'acme/prod*' })));
    const cover = (scope: string, namespace: string, of = organization) =>
      service.cover({ organization: of, endpoint: id, namespace }, callerOf(of, { scope }));
    expect(await cover('*', 'acme/prod/x')).toEqual({ exists: true, covers: true });
    expect(await cover('acme/*', 'acme/test')).toEqual({ exists: true, covers: false });
    const hidden = { exists: false, covers: false };
    expect(await cover('acme/prod/x', 'acme/prod/x')).toEqual(hidden);
    expect(await cover('acme/prod/*', 'acme/prod/x')).toEqual(hidden);
    expect(await cover('*', 'acme/prod', 'org_x')).toEqual(hidden);
  });

  it('are listed page by page', async () => {
    const service = serviceWith(randomBytes);
    for (let i = 0; i < 5; i += 1) await service.create({ url }, callOf());
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.list(callerOf(organization), 2, cursor);
      ids.push(...page.webhook_endpoints.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });
});
