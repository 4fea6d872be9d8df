import { LOGGER } from '@app/boot';
import { handle } from '@app/bus';
import { ModelView, listModels, removeModel, setModel, tryModel } from '@app/contracts/engines';
import { Problem } from '@app/problem';
import { FakeService, freshSchema, keepLog, setClock, testEnvironment } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { gatewayWith } from '../../testing/cheap-hashes';
import { GatewayClient } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

const key = 'sk-owner-secret';
const body = { provider: 'openai', model: 'small', key, base_url: 'https://llm.example.com/v1' };
const view: ModelView = {
  engine: 'jev',
  active: true,
  set_by: 'owner',
  source: 'hosted',
  provider: 'openai',
  base_url: 'https://llm.example.com',
  model: 'small',
  reads: 'logprobs',
  has_key: true,
  headers: [],
  query: [],
  engine_version: 'current+2026-03-02.2',
  changed_at: '2026-03-02T09:00:00.000Z',
  changed_by: 'user:usr_1',
  changed_in: 'org_1',
  overridden: false,
  problem: null,
};
const list = { models: [view], providers: [], not_supported: [], private_addresses: false, decides_for_all: true };

describe('the models behind the names', () => {
  let gateway: GatewayClient;
  let broker: FakeService;
  let owner: Person;
  let others: Person;
  const heard: object[] = [];
  let refusal: Problem | null = null;
  const log = keepLog();
  const answer = async <R>(query: object, reply: R): Promise<R> => {
    heard.push(query);
    if (refusal) throw refusal;
    return reply;
  };

  beforeAll(async () => {
    await freshSchema(gatewaySchema);
    const first = await GatewayClient.start();
    const { organization } = await first.key('mine');
    await first.key('other');
    await first.close();
    const env = { MODELS_SET_BY_OWNERS_OF: organization };
    gateway = await GatewayClient.start(env, gatewayWith([{ provide: LOGGER, useValue: log.logger }]));
    owner = await personOf(gateway, { email: 'ada@mine.example', role: 'owner', organization: 'mine' });
    others = await personOf(gateway, { email: 'eve@other.example', role: 'owner', organization: 'other' });
    broker = await FakeService.open('engine-broker', [
      handle(listModels, (query) => answer(query, list)),
      handle(setModel, (query) => answer(query, view)),
      handle(removeModel, (query) => answer(query, view)),
      handle(tryModel, (query) => answer(query, { engine: 'jev' as const, answered: true, questions: [] })),
    ]);
  });
  beforeEach(() => {
    heard.length = 0;
    refusal = null;
  });
  afterEach(() => setClock(testEnvironment().adminUrl, 0));
  afterAll(async () => {
    await broker?.stop();
    await gateway?.close();
  });
  const changes = async (): Promise<{ action: string; actor: string; after: object }[]> =>
    (await owner.send('GET', '/organization/audit?limit=3')).json.changes;

  it('are for owners of a listed organization alone, and its session says so; the log warns of the others [AUTH-08]', async () => {
    expect((await owner.send('GET', '/models')).json).toEqual(list);
    expect((await owner.send('GET', '/sessions/current')).json).toMatchObject({ organization: { sets_models: true } });
    expect((await others.send('GET', '/sessions/current')).json).toMatchObject({
      organization: { sets_models: false },
    });
    const admin = await personOf(gateway, { email: 'bob@mine.example', role: 'admin', organization: 'mine' });
    const { key: apiKey } = await gateway.key('mine');
    heard.length = 0;
    for (const [method, path, sent] of [
      ['GET', '/models', undefined],
      ['PUT', '/models/jev', body],
      ['DELETE', '/models/jev', undefined],
      ['POST', '/models/jev/try', {}],
    ] as const) {
      for (const person of [others, admin]) expect((await person.send(method, path, sent)).status).toBe(403);
      expect((await gateway.call(method, `/v1${path}`, apiKey, sent)).status).toBe(403);
    }
    expect(heard).toEqual([]);
    expect(log.lines('decide where the documents of all organizations go')).toHaveLength(1);
  });

  it('are changed after a sign-in of the last 15 minutes, and listed after any [AUTH-08]', async () => {
    await setClock(testEnvironment().adminUrl, 16 * 60_000);
    expect((await owner.send('GET', '/models')).status).toBe(200);
    for (const [method, path, sent] of [
      ['PUT', '/models/jev', body],
      ['DELETE', '/models/jev', undefined],
      ['POST', '/models/jev/try', {}],
    ] as const)
      expect((await owner.send(method, path, sent)).json.error?.details).toMatchObject({ reason: 'sign_in_again' });
  });

  it('stand in the audit with who, engine, provider and host, before they change; no key stands anywhere', async () => {
    const reply = await owner.send('PUT', '/models/jev', body, { 'idempotency-key': 'set-1' });
    expect([reply.status, reply.json]).toEqual([200, view]);
    expect(heard).toEqual([{ engine: 'jev', model: body }]);
    const [change] = await changes();
    expect(change).toMatchObject({
      action: 'model.set',
      after: { engine: 'jev', provider: 'openai', host: 'llm.example.com', model: 'small' },
    });
    expect(change.actor).toMatch(/^user:usr_/);
    refusal = new Problem('conflict', 'Set by the operator.', { reason: 'set_by_operator' });
    expect((await owner.send('DELETE', '/models/jev')).status).toBe(409);
    expect((await changes()).map(({ action, after }) => [action, after])).toEqual([
      ['model.refused', { engine: 'jev', change: 'model.removed', code: 'conflict' }],
      ['model.removed', { engine: 'jev' }],
      ['model.set', change.after],
    ]);
    const { rows } = await gateway.running.platform.database.query(
      `select a::text from audit a union all select i::text from idempotency i`,
    );
    for (const text of [JSON.stringify(rows), log.texts.join(), reply.text]) expect(text).not.toContain(key);
  });

  it('are refused with the member to mend, and asked of no engine that is none', async () => {
    expect((await owner.send('PUT', '/models/jev', { provider: 'bedrock' })).json.error?.details).toMatchObject({
      path: '/provider',
    });
    expect((await owner.send('PUT', '/models/gpt-9', body)).status).toBe(404);
    expect(heard).toEqual([]);
  });

  it('are tried ten times a minute by an organization, and again after it', async () => {
    const statuses = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await owner.send('POST', '/models/jev/try', { model: body })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const refused = await owner.send('POST', '/models/jev/try');
    expect(refused.json.error?.details).toMatchObject({ rate_limit: 'per_org', limit: 'model_tries' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await setClock(testEnvironment().adminUrl, 61_000);
    expect((await owner.send('POST', '/models/jev/try')).status).toBe(200);
  });
});
