import type { CalibrationReport } from '@app/contracts/calibration';
import { AnswerView } from '@app/contracts/documents';
import { EngineList, ModelBody, ModelList, ModelTrial, ModelView } from '@app/contracts/engines';
import type { JobView } from '@app/contracts/jobs';
import { Stack, eventually, openLimitMs, openStack, plant } from '@app/testing/stack';
import type { Method } from '@app/testing/stack';
import { Sim, startSim } from '@app/testing/simulator';
import { Scenario, boolJudgment } from './scenario/scenario';

const organization = `org_${'5e7'.padStart(32, '0')}`;
/** In no log of a stack: the run ends with a search for them. */
const keys = ['openai', 'azure', 'anthropic'].map((name) => `sim-key-of-an-owner-at-${name}-61d2`);
let stack: Stack;
let sim: Sim;
let scenario: Scenario;
let person: { key: null; headers: Record<string, string> };

beforeAll(async () => {
  sim = await startSim({ seed: 'models' });
  keys.forEach((key) => plant('key of a model', key));
  stack = await openStack({
    name: 'models',
    // Nothing is set for jev. A form of its own: no other file may take this stack.
    engines: { 'gpt-6-luna': { preset: 'built_in' } },
    settings: {
      gateway: { MODELS_SET_BY_OWNERS_OF: organization },
      'engine-broker': { MODELS_PRIVATE_ADDRESSES: 'true' },
    },
  });
  const owner = ['--plan', 'scale', '--owner', 'ada@models.example', '--id', organization];
  const [said] = await stack.operator.run(['org', 'set-up', 'models', ...owner]);
  const made = JSON.parse(said) as { organization: string; key: string; sign_in_link: string };
  expect(made.organization).toBe(organization);
  const origin = new URL(stack.baseUrls[0]).origin;
  const link = made.sign_in_link.split('#t=')[1];
  const opened = await stack.api('POST', '/sessions', { link }, { key: null, headers: { origin } });
  const cookie = String(opened.headers['set-cookie']).split(';')[0];
  person = { key: null, headers: { origin, cookie } };
  // What one organization sets answers for all: this one belongs to another.
  scenario = new Scenario(stack, 'models/answers');
  await scenario.judgment({ ...boolJudgment('late'), freshness: { policy: 'manual' } });
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await sim?.close();
}, 60_000);

const as = async <T>(method: Method, path: string, body?: unknown): Promise<T> => {
  const { status, text, body: reply } = await stack.api<T>(method, path, body, person);
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`);
  return reply;
};
/** Judges a document, and what answered it. */
const judged = async (id: string): Promise<AnswerView> => {
  await scenario.upsert(id, { text: `The parcel ${id} waits at customs.` });
  await scenario.taken('POST', '/judgments/late/judge', { documents: [id] });
  return scenario.fresh(id, 'late', 30_000);
};

/** Thirty documents each of which a model says 0.1 and 0.9, where 0.3 and 0.7 come true. */
const planted = Array.from({ length: 60 }, (_, at) => {
  const isHigh = at % 2 === 1;
  return { id: `p${at}`, side: isHigh ? 'high' : 'low', value: Math.floor(at / 2) < (isHigh ? 21 : 9) };
});
/** The report of a judgment that the model in force has answered about all of them, after a fit. */
const reportOf = async (name: string): Promise<CalibrationReport> => {
  const path = `/judgments/${name}`;
  await scenario.judgment({ ...boolJudgment(name, { question: 'Was it planted?' }), freshness: { policy: 'manual' } });
  await scenario.taken('POST', `${path}/judge`, { documents: planted.map(({ id }) => id) });
  const outcomes = planted.map(({ id, value }) => ({ document: id, value, as_of: 'latest' }));
  await scenario.ok('POST', `${path}/outcomes`, { outcomes });
  const { id } = await scenario.ok<JobView>('POST', `${path}/calibration/run`, {});
  await eventually(async () => expect((await stack.api<JobView>('GET', `/jobs/${id}`)).body.status).toBe('done'));
  return scenario.ok<CalibrationReport>('GET', `${path}/calibration`);
};

const wires: [string, () => ModelBody, string, string][] = [
  [
    'openai',
    () => ({ provider: 'openai', base_url: `${sim.url}/openai/v1`, model: 'm1', key: keys[0] }),
    'hosted',
    'logprobs',
  ],
  [
    'azure',
    () => ({
      provider: 'azure',
      base_url: `${sim.url}/azure/openai/deployments/m2/chat/completions?api-version=2024-10-21`,
      model: 'm2',
      key: keys[1],
    }),
    'hosted',
    'logprobs',
  ],
  ['ollama', () => ({ provider: 'ollama', base_url: `${sim.url}/ollama`, model: 'm3' }), 'local', 'logprobs'],
  [
    'anthropic',
    () => ({ provider: 'anthropic', base_url: `${sim.url}/anthropic`, model: 'm4', key: keys[2] }),
    'hosted',
    'stated',
  ],
];

it('an owner tries and sets a model of each wire: it answers for all organizations, in an epoch of its own, says so, and is calibrated [ENG-02] [ENG-05] [CAL-03]', async () => {
  const before = await judged('first');
  expect(before).toMatchObject({ engine_source: 'built_in' });
  const epochs = [before.engine_version];
  const scripts = [
    { match: { question: 'Was it planted?', state: 'high' }, answer: { p: 0.9 } },
    { match: { question: 'Was it planted?', state: 'low' }, answer: { p: 0.1 } },
  ];
  sim.set({ scripts, rounding: 'none' });
  await scenario.write({ upsert: planted.map(({ id, side }) => ({ id, state: { text: `${id} is ${side}` } })) });
  for (const [provider, body, source, reads] of wires) {
    const trial = await as<ModelTrial>('POST', '/models/jev/try', { model: body() });
    expect(trial.questions.map(({ type, answered, message }) => [type, answered, message])).toEqual([
      ['bool', true, null],
      ['choice', true, null],
      ['score', true, null],
    ]);
    const view = await as<ModelView>('PUT', '/models/jev', body());
    expect(view).toMatchObject({ set_by: 'owner', provider, source, reads, changed_in: organization, problem: null });
    const answer = await judged(provider);
    expect(answer).toMatchObject({
      engine_version: view.engine_version,
      engine_source: source,
      probability_source: reads,
    });
    const { engines } = (await stack.api<EngineList>('GET', '/engines')).body;
    expect(engines.find(({ name }) => name === 'jev')).toMatchObject({ engine_version: view.engine_version, source });
    epochs.push(view.engine_version);
    const report = await reportOf(`planted_${provider}`);
    expect(report).toMatchObject({
      labels: { count: 60 },
      read_with: 'calibrated',
      engine_version: view.engine_version,
      engine_source: source,
    });
    expect(report.held_out.calibrated?.brier).toBeLessThan(report.held_out.raw?.brier ?? NaN);
  }
  expect(new Set(epochs).size).toBe(epochs.length);
  await as('DELETE', '/models/jev');
  expect(await judged('last')).toMatchObject({ engine_source: 'built_in' });
}, 120_000);

it('an owner of another organization sees and sets none, and no reply has a key', async () => {
  await as('PUT', '/models/jev', wires[0][1]());
  const list = await as<ModelList>('GET', '/models');
  expect(list.models[0]).toMatchObject({ has_key: true, provider: 'openai' });
  expect(JSON.stringify(list)).not.toContain(keys[0]);
  const member = ['--org', 'acme', '--email', 'eve@models.example'];
  const [, shown] = await stack.operator.run(
    ['org', 'member-add', ...member, '--role', 'owner'],
    ['org', 'sign-in-link', ...member],
  );
  const { origin } = person.headers;
  const link = shown.split('#t=')[1].split('\n')[0];
  const opened = await stack.api('POST', '/sessions', { link }, { key: null, headers: { origin } });
  const headers = { origin, cookie: String(opened.headers['set-cookie']).split(';')[0] };
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', wires[0][1]()],
  ] as const) {
    const path = method === 'GET' ? '/models' : '/models/jev';
    expect((await stack.api(method, path, body, { key: null, headers })).status).toBe(403);
  }
});
