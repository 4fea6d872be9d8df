import { Running } from '@app/boot';
import {
  Ask,
  ModelBody,
  ModelView,
  askEngine,
  listEngines,
  listModels,
  removeModel,
  setModel,
  tryModel,
} from '@app/contracts/engines';
import { Resealer, Vault } from '@app/persistence';
import { FakeService, callerOf, eventually, freshSchema, keepLog, startService, testMasterKey } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from '../engine/engine.registry';
import { sealedModels } from '../model/saved-model';

const key = 'sim-owner-secret';
const parameter = 'parameter-secret';
const header = 'header-secret';
const ask: Ask = {
  ask_id: 'ask_m',
  organization: 'org_models',
  namespace: 'acme/prod/m',
  lane: 'on_change',
  context: 'Third broken lamp.',
  seed: 's',
  questions: [{ type: 'bool', question: 'Is a refund asked for?' }],
  images: [],
};
const owner = callerOf('org_models', { actor: 'user:usr_1' });

let sim: Sim;
let gateway: FakeService;
let judgments: FakeService;
const brokers: Running[] = [];
const log = keepLog();
const start = async (env: Record<string, string> = {}): Promise<Running> => {
  const private_ = { MODELS_PRIVATE_ADDRESSES: 'true', ...env };
  const broker = await startService(brokerService, { env: private_, overrides: [log.override] });
  brokers.push(broker);
  // NATS may not know the new subscriptions yet.
  await eventually(() => shown());
  return broker;
};
const stop = async (): Promise<void> => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
};
/** Ends what runs, and starts it with another environment. */
const restart = async (env: Record<string, string> = {}): Promise<Running> => {
  await stop();
  return start(env);
};
const jevOf = (broker: Running) => broker.app.get(EngineRegistry).get('jev');
const body = (more: Partial<ModelBody> = {}): ModelBody => ({
  provider: 'openai',
  base_url: `${sim.url}/openai/v1?api-version=${parameter}`,
  model: 'small',
  key,
  headers: { 'X-Team': header },
  ...more,
});
const set = (model: ModelBody): Promise<ModelView> => gateway.ask(setModel, { engine: 'jev', model }, owner);
const shown = async (): Promise<ModelView> => (await gateway.ask(listModels, {}, owner)).models[0];

beforeAll(async () => {
  sim = await startSim({ seed: 'models' });
  gateway = await FakeService.open('gateway');
  judgments = await FakeService.open('judgments');
});
beforeEach(() => sim.reset());
afterAll(async () => {
  await Promise.all([gateway?.stop(), judgments?.stop(), sim?.close()]);
});

describe('a model that an owner sets', () => {
  beforeEach(() => freshSchema(brokerSchema));
  afterEach(stop);

  it('answers at once, in a new epoch, and on other replicas within a second [ENG-05]', async () => {
    const first = await start({ REPLICA: '0' });
    const second = await start({ REPLICA: '1' });
    const before = jevOf(first).row.epoch;
    expect(await shown()).toMatchObject({
      set_by: 'none',
      source: 'built_in',
      provider: 'built_in',
      model: 'built-in-lexical-2',
    });
    const view = await set(body());
    expect(view).toMatchObject({
      engine: 'jev',
      active: true,
      set_by: 'owner',
      source: 'hosted',
      provider: 'openai',
      model: 'small',
      reads: 'logprobs',
      base_url: `${sim.url}/openai`,
      has_key: true,
      headers: ['x-team'],
      query: ['api-version'],
      problem: null,
      changed_by: 'user:usr_1',
      changed_in: 'org_models',
      overridden: false,
    });
    const savedAt = performance.now();
    expect(view.engine_version).not.toBe(before);
    await eventually(() =>
      expect([first, second].map((one) => jevOf(one).setup.entry.model)).toEqual(['small', 'small']),
    );
    expect(performance.now() - savedAt).toBeLessThan(1_000);
    const reply = await judgments.ask(askEngine.jev, ask, owner);
    expect([reply.engine_version, reply.answers[0].failure]).toEqual([view.engine_version, null]);
    expect(sim.requests().at(-1)).toMatchObject({ path: '/openai/v1/chat/completions', status: 200 });
    const [engine] = (await gateway.ask(listEngines, {}, owner)).engines;
    expect(engine).toMatchObject({ source: 'hosted', probability_source: 'logprobs' });
  });

  it('opens a new epoch with each save, none with one that changes nothing, and keeps what is left out at its address', async () => {
    const broker = await start();
    const { engine_version: first } = await set(body());
    expect((await set(body())).engine_version).toBe(first);
    const { key: _key, headers: _headers, ...rest } = body();
    expect((await set(rest)).engine_version).toBe(first);
    expect(jevOf(broker).setup.entry).toMatchObject({ key, chat: { headers: { 'x-team': header } } });
    const { engine_version: second } = await set(body({ key: 'sim-another' }));
    expect(second).not.toBe(first);
    await expect(set({ ...rest, base_url: `${sim.url}/ollama` })).rejects.toMatchObject({
      details: { reason: 'missing_field', path: '/key' },
    });
    expect(await set({ provider: 'custom', base_url: `${sim.url}/ollama`, model: 'small' })).toMatchObject({
      has_key: false,
      headers: [],
      query: [],
      source: 'local',
    });
  });

  it('goes by removal, and never by a second one', async () => {
    await start();
    await set(body());
    const gone = await gateway.ask(removeModel, { engine: 'jev' }, owner);
    expect(gone).toMatchObject({ set_by: 'none', source: 'built_in', has_key: false, changed_by: null });
    await expect(gateway.ask(removeModel, { engine: 'jev' }, owner)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is sealed: no column, reply or line of the log has its key or a value; a rotation seals it again [WHK-10]', async () => {
    const broker = await start();
    const told = JSON.stringify([await set(body()), await shown()]);
    const trial = await gateway.ask(tryModel, { engine: 'jev', model: body() }, owner);
    const { database } = broker.platform;
    const { rows: tables } = await database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    const texts = await Promise.all(
      tables.map(async ({ name }) => JSON.stringify((await database.query(`select t::text from "${name}" t`)).rows)),
    );
    expect(texts.join()).toContain('mdl_');
    for (const secret of [key, parameter, header]) {
      const hex = Buffer.from(secret).toString('hex');
      for (const text of [told, JSON.stringify(trial), log.texts.join(), texts.join()])
        expect([text.includes(secret), text.includes(hex)]).toEqual([false, false]);
    }
    const ring = `t2:${Buffer.alloc(32, 9).toString('base64')},${testMasterKey}`;
    expect(await new Resealer(database, new Vault(ring, 'engine-broker')).reseal(sealedModels)).toMatchObject({
      rows: 1,
    });
  });

  it.each([
    ['was sealed with a key that is gone', `update model_entry set secrets = 'x'::bytea || secrets`],
    ['was moved to another address', `update model_entry set base_url = base_url || '/v2'`],
    ['was made by a later build', `update model_entry set provider = 'later'`],
  ])('is unavailable with a reason, and never the built-in engine, where its row %s', async (_why, change) => {
    const first = await start();
    const { engine_version } = await set(body());
    await first.platform.database.query(change);
    const again = await restart();
    await expect(judgments.ask(askEngine.jev, ask, owner)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(await shown()).toMatchObject({ set_by: 'owner', problem: expect.any(String), source: 'hosted' });
    await eventually(() => expect(jevOf(again).row.circuit_open).toBe(true));
    expect(sim.requests().filter(({ path }) => path.includes('/v2'))).toEqual([]);
    const mended = await set(body());
    expect(mended).toMatchObject({ problem: null });
    expect(mended.engine_version).not.toBe(engine_version);
    expect((await judgments.ask(askEngine.jev, ask, owner)).answers[0].failure).toBeNull();
  });
});

describe("the operator's entry", () => {
  beforeEach(() => freshSchema(brokerSchema));
  afterEach(stop);

  it('goes before an owner’s, which waits behind it, and cannot be changed', async () => {
    await start();
    await set(body());
    const entry = { preset: 'openai', base_url: `${sim.url}/openai`, model: 'the-operators' };
    const broker = await restart({ ENGINES: JSON.stringify({ jev: entry }), ENGINE_JEV_KEY: 'sim-operator' });
    expect(jevOf(broker).setup.entry.model).toBe('the-operators');
    expect(await shown()).toMatchObject({
      set_by: 'operator',
      provider: 'custom',
      model: 'the-operators',
      has_key: true,
      overridden: true,
      changed_by: null,
    });
    for (const change of [() => set(body()), () => gateway.ask(removeModel, { engine: 'jev' }, owner)])
      await expect(change()).rejects.toMatchObject({ code: 'conflict', details: { reason: 'set_by_operator' } });
  });
});

describe('a try', () => {
  beforeAll(async () => {
    await freshSchema(brokerSchema);
    await start();
  });
  afterEach(() => sim.set({ faults: [] }));
  afterAll(stop);

  it('asks one question of each type, and tells reading, status and time', async () => {
    const { answered, questions } = await gateway.ask(tryModel, { engine: 'jev', model: body() }, owner);
    expect(answered).toBe(true);
    expect(questions).toMatchObject([
      { type: 'bool', answered: true, http_status: 200, p: expect.any(Number), reported_model: 'small' },
      { type: 'choice', answered: true, dist: { refund: expect.any(Number), replacement: expect.any(Number) } },
      { type: 'score', answered: true, score: expect.any(Number), value: expect.any(Number) },
    ]);
    // Nothing was stored, and without a body what stands is asked.
    expect((await shown()).set_by).toBe('none');
    expect((await gateway.ask(tryModel, { engine: 'jev' }, owner)).questions[0]).toMatchObject({
      reported_model: 'built-in-lexical-2',
      http_status: null,
    });
  });

  it.each([
    ['401', 'auth', 401],
    ['429:quota', 'quota', 429],
    ['503', 'overload', 503],
    ['404', 'no_model', 404],
    ['refusal', 'engine_refused', 200],
    ['prose', 'engine_bad_answer', 200],
  ])('that meets %s tells %s in our own words', async (fault, reason, http_status) => {
    sim.set({ faults: [{ from: 1, fault }] });
    const { answered, questions } = await gateway.ask(
      tryModel,
      { engine: 'jev', model: body({ reads: 'stated' }) },
      owner,
    );
    expect([answered, questions[0]]).toMatchObject([false, { answered: false, reason, http_status, p: null }]);
    expect(questions[0].message).toMatch(/^(The|It) /);
  });
});

describe('an address', () => {
  beforeAll(async () => {
    await freshSchema(brokerSchema);
    await start({ MODELS_PRIVATE_ADDRESSES: 'false' });
  });
  afterAll(stop);

  it.each([
    ['http://api.example.com', 'blocked_host', 'plain http'],
    ['https://127.0.0.1:8443', 'blocked_host', 'a private address'],
    ['https://169.254.169.254', 'blocked_host', 'the metadata of a cloud'],
    ['https://[::ffff:10.0.0.1]', 'blocked_host', 'an embedded one'],
    ['https://model.internal', 'blocked_host', 'a private name'],
    ['https://user:pass@api.example.com', 'bad_url', 'credentials'],
    ['ftp://api.example.com', 'bad_url', 'another scheme'],
  ])('%s is refused (%s: %s) where private ones are not allowed [SSRF-01]', async (base_url, reason) => {
    const tried = () => gateway.ask(tryModel, { engine: 'jev', model: body({ base_url }) }, owner);
    for (const change of [() => set(body({ base_url })), tried])
      await expect(change()).rejects.toMatchObject({ details: { reason, path: '/base_url' } });
  });

  it('that was allowed when it was saved makes the engine unavailable where it is not any more', async () => {
    await restart();
    await set(body());
    await restart({ MODELS_PRIVATE_ADDRESSES: 'false' });
    expect(await shown()).toMatchObject({ set_by: 'owner', problem: expect.stringContaining('http') });
    await expect(judgments.ask(askEngine.jev, ask, owner)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(sim.requests()).toEqual([]);
  });
});
