import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import type { NamespaceList, SubscriptionView } from '@app/contracts/documents';
import type { AnswerOfRecord, HistoryList, JudgmentFigures, PlacedJudgmentList } from '@app/contracts/judgments';
import type { DeliveryList, EndpointHours } from '@app/contracts/webhooks';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
let scenario: Scenario;

beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'pages/data');
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('d', { text: 'it has not come' }, { x: 1 });
  await scenario.fresh('d', 'late');
}, openLimitMs);
afterAll(() => stack?.leave());

async function get<T>(path: string): Promise<T> {
  const { status, body, text } = await stack.api<T>('GET', path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status} ${text}`);
  return body;
}

it('shows what the engine read for an answer of the past, until its document is deleted [DASH-06]', async () => {
  await scenario.upsert('gone', { text: 'soon deleted' });
  await scenario.fresh('gone', 'late');
  const path = '/documents/gone/answers/late/history';
  const [{ id }] = (await scenario.ok<HistoryList>('GET', path)).answers;
  const answer = await scenario.ok<AnswerOfRecord>('GET', `${path}/${id}`);
  expect(answer).toMatchObject({ id, version: 1, context: { gone: null, images: [] } });
  expect(answer.context.text).toContain('soon deleted');
  expect((await scenario.call('GET', `/documents/d/answers/late/history/${id}`)).status).toBe(404);
  await scenario.ok('DELETE', '/documents/gone');
  await eventually(async () => expect((await scenario.call('GET', `${path}/${id}`)).status).toBe(404));
});

it('shows figures by day, and judgments and names of namespaces by prefix [DASH-06]', async () => {
  const { days } = await scenario.ok<JudgmentFigures>('GET', '/judgments/late/stats?days=7');
  expect(days).toHaveLength(7);
  expect(days[6].evaluations).toBeGreaterThan(0);
  const within = encodeURIComponent('pages/*');
  const { judgments } = await get<PlacedJudgmentList>(`/judgments?namespace_prefix=${within}`);
  const mine = judgments.find(({ namespace }) => namespace === scenario.namespace);
  expect(mine).toMatchObject({ name: 'late', type: 'bool', question: 'Is this late?', active_version: 1 });
  expect(mine?.stats.evaluations).toBeGreaterThan(0);
  expect(mine?.stats_yesterday?.evaluations).toBe(0);
  const level = await get<NamespaceList>('/namespaces?delimiter=/&prefix=pages/');
  expect(level.namespaces).toEqual([]);
  expect(level.prefixes).toContainEqual(expect.objectContaining({ prefix: 'pages/data/', template: 'pages/data/*' }));
  const bad = await stack.api('GET', '/judgments?namespace_prefix=a%20b');
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('bad_namespace')]);
  expect((await scenario.call('GET', '/judgments/late/stats?days=93')).status).toBe(400);
});

it('counts what waits, and names its build [DASH-06]', async () => {
  expect(await scenario.ok('GET', '/pending')).toMatchObject({
    pending: expect.any(Array) as unknown[],
    paused: false,
  });
  expect((await stack.api('GET', '/namespaces/pages%2Fnobodys/pending')).status).toBe(404);
  const version = await get<{ version: string; api_version: string }>('/version');
  expect(version).toMatchObject({ version: expect.any(String) as string, api_version: '1' });
  expect((await stack.api('GET', '/version', undefined, { key: null })).status).toBe(401);
});

it('counts members of a subscription, and filters the log of an endpoint [DASH-06] [WHK-24]', async () => {
  await scenario.ok('PUT', '/subscriptions/s', { filter: { 'attributes.x': 1 } });
  await eventually(async () => {
    expect((await scenario.ok<SubscriptionView>('GET', '/subscriptions/s')).members).toBe(1);
  });
  const { body } = await stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://example.com/pages' });
  const endpoint = `/webhook-endpoints/${body.id}`;
  expect((await get<EndpointHours>(`${endpoint}/stats?hours=3`)).hours).toHaveLength(3);
  expect((await get<DeliveryList>(`${endpoint}/deliveries?types=job.*&namespace_prefix=nobodys`)).deliveries).toEqual(
    [],
  );
  const bad = await stack.api('GET', `${endpoint}/deliveries?types=nothing`);
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('bad_enum')]);
  await stack.api('DELETE', endpoint);
});
