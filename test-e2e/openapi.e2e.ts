import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { callAsPerson } from './scenario/called-as-person';
import { DescribedCalls } from './scenario/described-calls';
import { Scenario, boolJudgment } from './scenario/scenario';

const tenTags = [
  'Documents',
  'Engines',
  'Groups',
  'Jobs',
  'Judgments',
  'Namespaces',
  'Organization',
  'Outcomes and calibration',
  'Subscriptions',
  'Webhooks',
];
const methods = ['get', 'post', 'put', 'patch', 'delete'];
let stack: StackClient;
let scenario: Scenario;
let described: DescribedCalls;
const call: DescribedCalls['call'] = (...sent) => described.call(...sent);

beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'openapi/all');
  described = await DescribedCalls.open(stack);
}, openLimitMs);
afterAll(() => stack?.leave());

it('is OpenAPI 3.1 of version 1 with the ten tags, and every operation has one of them [GEN-08] [VER-02]', () => {
  expect(described.api.openapi).toMatch(/^3\.1\./);
  expect(described.api.info.version).toBe('1');
  expect(described.api.tags.map(({ name }) => name).sort()).toEqual(tenTags);
  for (const [path, item] of Object.entries(described.api.paths)) {
    for (const method of methods.filter((one) => one in item)) {
      const { tags } = item[method];
      expect([path, method, tags.length === 1 && tenTags.includes(tags[0])]).toEqual([path, method, true]);
    }
  }
});

it('describes what every operation really answers [ERR-10] [GEN-02]', async () => {
  const ns = encodeURIComponent(scenario.namespace);
  const at = `/namespaces/${ns}`;
  const judgment = `${at}/judgments/late`;
  await call('POST', '/namespaces', '/namespaces', { name: scenario.namespace });
  await call('POST', '/namespaces', '/namespaces', { name: scenario.namespace });
  await call('GET', '/namespaces', '/namespaces');
  await call('GET', '/namespaces', '/namespaces?delimiter=/&prefix=openapi/');
  await call('GET', '/namespaces/{ns}', at);
  await call('GET', '/namespaces/{ns}/pending', `${at}/pending`);
  await call('GET', '/namespaces/{ns}/calibration', `${at}/calibration`);
  await call('GET', '/version', '/version');
  await call('PATCH', '/namespaces/{ns}', at, { pinned: true, fanout: { share: 0.4 } });
  await call('POST', '/namespaces/{ns}/judgments', `${at}/judgments`, {
    ...boolJudgment('late'),
    thresholds: { hi: 0.5 },
  });
  await call('POST', '/namespaces/{ns}/judgments', `${at}/judgments`, boolJudgment('a.b'));
  await call('GET', '/namespaces/{ns}/judgments', `${at}/judgments`);
  await call('GET', '/namespaces/{ns}/judgments/{name}', judgment);
  await call('GET', '/judgments', '/judgments?limit=2');
  await call('GET', '/judgments/built-in-answers', '/judgments/built-in-answers');
  await call('GET', '/namespaces/{ns}/judgments/{name}/stats', `${judgment}/stats?days=2`);
  await call('GET', '/namespaces/{ns}/judgments/{name}/versions', `${judgment}/versions`);
  await call('PATCH', '/namespaces/{ns}/judgments/{name}', judgment, { thresholds: { hi: 0.1 } });
  await call('POST', '/namespaces/{ns}/judgments/{name}/activate', `${judgment}/activate`, { version: 1 });
  await call('POST', '/namespaces/{ns}/judgments/{name}/backfill', `${judgment}/backfill`, { only: 'all' });
  // Its own already, so there is nothing to detach.
  await call('POST', '/namespaces/{ns}/judgments/{name}/detach', `${judgment}/detach`);
  await call('POST', '/namespaces/{ns}/documents', `${at}/documents`, { upsert: [{ id: 'd', state: { text: 'x' } }] });
  await call('POST', '/namespaces/{ns}/documents', `${at}/documents`, { upsert: [{ id: 'd', state: 5 }] });
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const image = String((await call('POST', '/namespaces/{ns}/images', `${at}/images`, { data })).id);
  await call('POST', '/namespaces/{ns}/images', `${at}/images`, { data: 'AAAA' });
  await call('GET', '/namespaces/{ns}/images/{id}', `${at}/images/${image}?include=data`);
  await call('DELETE', '/namespaces/{ns}/images/{id}', `${at}/images/${image}`);
  await call('GET', '/namespaces/{ns}/images/{id}', `${at}/images/${image}`);
  await call('GET', '/namespaces/{ns}/documents/{id}', `${at}/documents/d?fresh=require`);
  await call('GET', '/namespaces/{ns}/documents/{id}', `${at}/documents/missing`);
  await call('POST', '/namespaces/{ns}/documents/get', `${at}/documents/get`, { ids: ['d', 'missing'] });
  await call('POST', '/namespaces/{ns}/query', `${at}/query`, { filter: { id: 'd' }, count: true });
  await call('POST', '/namespaces/{ns}/query', `${at}/query`, { filter: { 'answers.nope.p': 1 } });
  await call('POST', '/namespaces/{ns}/judgments/{name}/judge', `${judgment}/judge`, { documents: ['d'] });
  await call('POST', '/namespaces/{ns}/judgments/{name}/context', `${judgment}/context`, { document: 'd' });
  const definition = { name: 'tried', type: 'bool', question: 'Well?', context: { fields: ['state.text'] } };
  await call('POST', '/namespaces/{ns}/judgments/try', `${at}/judgments/try`, { definition, documents: ['d'] });
  const history = '/namespaces/{ns}/documents/{id}/answers/{judgment}/history';
  const { answers } = await call('GET', history, `${at}/documents/d/answers/late/history`);
  const [answer] = answers as { id: string }[];
  await call('GET', `${history}/{answer}`, `${at}/documents/d/answers/late/history/${answer.id}`);
  const explain = '/namespaces/{ns}/documents/{id}/answers/{judgment}/explain';
  await call('GET', explain, `${at}/documents/d/answers/late/explain`);
  const outcomes = [{ document: 'd', value: true, as_of: 'latest' }];
  await call('POST', '/namespaces/{ns}/judgments/{name}/outcomes', `${judgment}/outcomes`, { outcomes });
  const listed = await call('GET', '/namespaces/{ns}/judgments/{name}/outcomes', `${judgment}/outcomes`);
  const outcome = String((listed.outcomes as { id: string }[])[0].id);
  await call('GET', '/namespaces/{ns}/judgments/{name}/calibration', `${judgment}/calibration`);
  await call('GET', '/namespaces/{ns}/judgments/{name}/distribution', `${judgment}/distribution?on=p`);
  const fits = `${judgment}/calibration/history?limit=5&weeks=8`;
  await call('GET', '/namespaces/{ns}/judgments/{name}/calibration/history', fits);
  await call('GET', '/namespaces/{ns}/judgments/{name}/calibration/labels', `${judgment}/calibration/labels`);
  await call('GET', '/namespaces/{ns}/judgments/{name}/queue', `${judgment}/queue`);
  const advice = `${judgment}/thresholds/recommendation?on=p&target=precision&at_least=0.9`;
  await call('GET', '/namespaces/{ns}/judgments/{name}/thresholds/recommendation', advice);
  await call('POST', '/namespaces/{ns}/judgments/{name}/calibration/run', `${judgment}/calibration/run`, {});
  await call('POST', '/namespaces/{ns}/judgments/{name}/repeatability', `${judgment}/repeatability`, {});
  const drafts = '/namespaces/{ns}/judgments/{name}/alternatives/drafts';
  await call('POST', drafts, `${judgment}/alternatives/drafts`);
  await call('POST', '/namespaces/{ns}/judgments/{name}/parts/suggestions', `${judgment}/parts/suggestions`);
  const alternatives = '/namespaces/{ns}/judgments/{name}/alternatives';
  const other = { definition: { question: 'Well and truly?' } };
  const named = String((await call('POST', alternatives, `${judgment}/alternatives`, other)).id);
  await call('POST', alternatives, `${judgment}/alternatives`, other);
  await call('POST', alternatives, `${judgment}/alternatives`, { definition: {} });
  await call('GET', alternatives, `${judgment}/alternatives`);
  await call('POST', `${alternatives}/run`, `${judgment}/alternatives/run`, { quote_generation: 0 });
  await call('DELETE', `${alternatives}/{id}`, `${judgment}/alternatives/${named}`);
  await call('DELETE', '/namespaces/{ns}/judgments/{name}/outcomes/{id}', `${judgment}/outcomes/${outcome}`);
  const group = `${at}/groups/by_x`;
  const aggregates = { n: { aggregate: 'count' }, risk: { aggregate: 'mean', path: 'answers.late.p' } };
  await call('PUT', '/namespaces/{ns}/groups/{name}', group, { key: 'attributes.x', aggregates });
  await call('PUT', '/namespaces/{ns}/groups/{name}', group, { key: 'state.x', aggregates });
  await call('GET', '/namespaces/{ns}/groups', `${at}/groups`);
  await call('GET', '/namespaces/{ns}/groups/{name}', `${group}?order=documents&limit=1000`);
  await call('DELETE', '/namespaces/{ns}/groups/{name}', group);
  await call('GET', '/namespaces/{ns}/groups/{name}', group);
  const prefix = `/namespaces/${encodeURIComponent(`${scenario.namespace}/*`)}`;
  const byX = { key: 'attributes.x', aggregates: { n: { aggregate: 'count' } } };
  await call('PUT', '/namespaces/{ns}/groups/{name}', `${prefix}/groups/by_x`, byX);
  const summary = { into: scenario.namespace, groups: ['by_x'], bands: { by_x: { n: [10, 100] } } };
  await call('PUT', '/namespaces/{ns}/summary', `${prefix}/summary`, summary);
  await call('PUT', '/namespaces/{ns}/summary', `${prefix}/summary`, { ...summary, bands: {} });
  await call('GET', '/namespaces/{ns}/summary', `${prefix}/summary`);
  await call('DELETE', '/namespaces/{ns}/summary', `${prefix}/summary`);
  await call('DELETE', '/namespaces/{ns}/groups/{name}', `${prefix}/groups/by_x`);
  const subscription = `${at}/subscriptions/s`;
  await call('PUT', '/namespaces/{ns}/subscriptions/{name}', subscription, { filter: { 'attributes.x': 1 } });
  await call('GET', '/namespaces/{ns}/subscriptions', `${at}/subscriptions`);
  await call('GET', '/namespaces/{ns}/subscriptions/{name}', subscription);
  await scenario.upsert('e', { text: 'y' }, { x: 1 });
  await eventually(async () => expect((await scenario.events()).length).toBe(1));
  await call('GET', '/events', '/events?limit=5');
  const newest = await call('GET', '/events', '/events?order=newest&limit=1');
  const event = String((newest.events as { id: string }[])[0].id);
  await call('GET', '/events/{id}', `/events/${event}`);
  await call('GET', '/events', '/events?cursor=x');
  await call('DELETE', '/namespaces/{ns}/subscriptions/{name}', subscription);
  const endpoint = String(
    (await call('POST', '/webhook-endpoints', '/webhook-endpoints', { url: 'https://example.com/h' })).id,
  );
  await call('GET', '/webhook-endpoints', '/webhook-endpoints');
  await call('GET', '/webhook-endpoints/{id}', `/webhook-endpoints/${endpoint}`);
  await call('PATCH', '/webhook-endpoints/{id}', `/webhook-endpoints/${endpoint}`, { description: 'x' });
  const rotation = { previous_valid_for: '1h' };
  await call('POST', '/webhook-endpoints/{id}/rotate-secret', `/webhook-endpoints/${endpoint}/rotate-secret`, rotation);
  const sample = { type: 'job.completed' };
  const sent = await call('POST', '/webhook-endpoints/{id}/test', `/webhook-endpoints/${endpoint}/test`, sample);
  await call('POST', '/events/{id}/redeliver', `/events/${String(sent.id)}/redeliver`, { endpoint });
  await call('GET', '/webhook-endpoints/{id}/deliveries', `/webhook-endpoints/${endpoint}/deliveries`);
  await call('GET', '/webhook-endpoints/{id}/stats', `/webhook-endpoints/${endpoint}/stats?hours=2`);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await call('POST', '/webhook-endpoints/{id}/recover', `/webhook-endpoints/${endpoint}/recover`, { since });
  await call('DELETE', '/webhook-endpoints/{id}', `/webhook-endpoints/${endpoint}`);
  await call('GET', '/engines', '/engines');
  await call('GET', '/starters', '/starters');
  await call('GET', '/usage', '/usage');
  await call('GET', '/usage/daily', '/usage/daily');
  await call('GET', '/organization/quotas', '/organization/quotas');
  await call('GET', '/organization', '/organization');
  await call('PATCH', '/organization', '/organization', { suggestions: true });
  const key = await call('POST', '/api-keys', '/api-keys', { role: 'read_only', scope: scenario.namespace });
  await call('GET', '/api-keys', '/api-keys');
  await call('DELETE', '/api-keys/{id}', `/api-keys/${String(key.id)}`);
  await callAsPerson(described);
  await call('DELETE', '/namespaces/{ns}/documents/{id}', `${at}/documents/e`);
  await call('DELETE', '/namespaces/{ns}/judgments/{name}', judgment);
  const job = await call('DELETE', '/namespaces/{ns}', at);
  await call('GET', '/jobs', '/jobs');
  await call('GET', '/jobs/{id}', `/jobs/${String(job.id)}`);
  await eventually(async () => {
    expect((await stack.api<{ status: string }>('GET', `/jobs/${String(job.id)}`)).body.status).toBe('done');
  });
  await call('POST', '/jobs/{id}/cancel', `/jobs/${String(job.id)}/cancel`);
  const documented = Object.entries(described.api.paths).flatMap(([path, item]) =>
    methods.filter((one) => one in item).map((one) => `${one.toUpperCase()} ${path}`),
  );
  expect(documented.filter((one) => !described.seen.has(one))).toEqual([]);
}, 60_000);

it('shows no unit price, weight table or tier anywhere [BILL-05] [ENG-01]', () => {
  expect(described.seen.size).toBeGreaterThan(40);
  expect(described.priced).toEqual([]);
});

it('writes every timestamp in UTC with milliseconds, takes any offset, and refuses what is no time [GEN-03]', async () => {
  expect(described.stamps.length).toBeGreaterThan(40);
  expect(described.stamps.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(one))).toEqual([]);
  const other = new Scenario(stack, 'openapi/time');
  await other.judgment(boolJudgment('late'));
  const outcome = { document: 'd', value: true, observed_at: '2026-03-18T13:00:00+01:00' };
  await other.ok('POST', '/judgments/late/outcomes', { outcomes: [outcome] });
  const { outcomes } = await other.ok<{ outcomes: { observed_at: string }[] }>('GET', '/judgments/late/outcomes');
  expect(outcomes[0].observed_at).toBe('2026-03-18T12:00:00.000Z');
  const since = (time: string) => other.call('GET', `/judgments/late/calibration?since=${encodeURIComponent(time)}`);
  for (const good of ['2026-03-18T13:00:00+01:00', '2026-03-18T12:00:00.5Z']) {
    expect([good, (await since(good)).status]).toEqual([good, 200]);
  }
  for (const bad of ['2026-03-18', '2026-02-30T00:00:00Z', 'yesterday', '1773835200', '2026-03-18T12:00:00']) {
    expect([bad, (await since(bad)).status]).toEqual([bad, 400]);
  }
});
