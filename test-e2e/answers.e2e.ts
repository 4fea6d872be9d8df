import { UsageReport } from '@app/contracts/billing';
import { AnswerView, NamespaceView } from '@app/contracts/documents';
import { EngineList } from '@app/contracts/engines';
import { StackClient, WebhookReceiver, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import Ajv2020, { ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { Scenario, boolJudgment } from './scenario/scenario';

const common = [
  ...['calibrated', 'document_version', 'due_at', 'engine', 'engine_source', 'engine_version', 'id'],
  ...['judged_at', 'probability_source', 'stale_reason'],
  ...['status', 'thresholds', 'thresholds_missing', 'truncated', 'type', 'unavailable_reason', 'version'],
];
const rawOf = { bool: ['p'], choice: ['dist', 'escape_p', 'value'], score: ['dist', 'normalized', 'score', 'value'] };
type AnswerType = keyof typeof rawOf;
const forms: Record<AnswerType, object> = {
  bool: { type: 'bool', question: 'Is it late?' },
  choice: { type: 'choice', question: 'What is it?', options: [{ value: 'tea' }, { value: 'coffee' }] },
  score: {
    type: 'score',
    question: 'How good?',
    levels: [1, 2, 3].map((value) => ({ value, description: `is ${value}` })),
  },
};
const engines = ['jev', 'gpt-6-luna'];

let stack: StackClient;
let isAnswer: ValidateFunction;
beforeAll(async () => {
  stack = await sharedStack();
  const api = (await stack.api('GET', '//openapi.json', undefined, { key: null })).body as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'openapi', ...api });
  isAnswer = ajv.compile({ $ref: 'openapi#/components/schemas/AnswerView' });
}, openLimitMs);
afterAll(() => stack?.leave());

/** The published schema, and no member but those that the answer's type has. */
function expectWhole(answer: AnswerView): void {
  expect([isAnswer(answer), isAnswer.errors]).toEqual([true, null]);
  expect(Object.keys(answer).sort()).toEqual([...common, ...rawOf[answer.type as AnswerType]].sort());
}

const isNull = (answer: AnswerView, members: string[]): boolean =>
  members.every((member) => (answer as unknown as Record<string, unknown>)[member] === null);

it('shows answers of every type on every engine whole, in each state, with the epoch of the registry [ANS-03] [ANS-09] [ANS-06]', async () => {
  const scenario = new Scenario(stack, 'answers/whole');
  const registry = (await stack.api<EngineList>('GET', '/engines')).body.engines;
  const names: { name: string; type: AnswerType; engine: string }[] = engines.flatMap((engine) =>
    (Object.keys(forms) as AnswerType[]).map((type) => ({ name: `${type}-${engine}`, type, engine })),
  );
  for (const { name, type, engine } of names) {
    const settings = { context: { fields: ['state.text'] }, freshness: { policy: 'on_change', debounce_ms: 0 } };
    await scenario.judgment({ name, ...forms[type], ...settings, engine: { name: engine, version: 'current' } });
  }
  await scenario.upsert('a', { text: 'The parcel has not come.' });
  for (const { name, type, engine } of names) {
    const answer = await scenario.fresh('a', name);
    expectWhole(answer);
    expect(answer).toMatchObject({
      type,
      stale_reason: null,
      unavailable_reason: null,
      version: 1,
      thresholds: {},
      due_at: null,
      engine: { name: engine, version: 'current' },
      engine_version: registry.find((one) => one.name === engine && one.version === 'current')?.engine_version,
    });
    expect(answer.engine_version).toMatch(/^current\+\d{4}-\d{2}-\d{2}\.\d+$/);
    expect(rawOf[type].some((member) => isNull(answer, [member]) && member !== 'value')).toBe(false);
  }
  await scenario.judgment(boolJudgment('young', { thresholds: { x: 0.5 } }));
  const young = await scenario.answer('a', 'young');
  expectWhole(young);
  expect(young).toMatchObject({ status: 'unavailable', unavailable_reason: 'never_judged', thresholds: { x: false } });
  expect(young.thresholds_missing).toEqual(['x']);
  expect(isNull(young, ['p', 'id', 'engine_version', 'version', 'judged_at'])).toBe(true);
  await stack.engine.hold();
  try {
    await scenario.upsert('a', { text: 'It has come.' });
    await scenario.upsert('b', { text: 'Another.' });
    const [stale, pending] = [await scenario.answer('a', 'bool-jev'), await scenario.answer('b', 'bool-jev')];
    for (const one of [stale, pending]) expectWhole(one);
    expect(stale).toMatchObject({ status: 'stale', stale_reason: 'document_changed', unavailable_reason: null });
    expect(stale.p).not.toBeNull();
    expect(pending).toMatchObject({ status: 'pending', stale_reason: null, p: null, id: null });
  } finally {
    await stack.engine.release();
  }
}, 60_000);

it('counts documents, bytes, spend and the lag from change to answer [NS-09] [FRS-08] [BILL-10]', async () => {
  const scenario = new Scenario(stack, 'answers/stats');
  const shown = () => scenario.ok<NamespaceView>('GET', '');
  await scenario.write({ upsert: [{ id: 'x', state: { text: 'small' } }] });
  const first = (await shown()).stats;
  expect(first).toMatchObject({ documents: 1, spend_month_usd: 0, periodic_cost_usd_per_month: 0 });
  expect(first.freshness_lag_p90_ms).toBe(0);
  const slowMs = 700;
  await scenario.judgment(boolJudgment('late'));
  const begunMs = performance.now();
  await stack.engine.set({ latency: { base: slowMs, per_question: 0, per_1k_tokens: 0, jitter: 0, cold_start: 0 } });
  try {
    await scenario.write({
      upsert: Array.from({ length: 9 }, (_, i) => ({ id: `s${i}`, state: { text: `${i}`.repeat(500) } })),
    });
    for (let i = 0; i < 9; i++) await scenario.fresh(`s${i}`, 'late');
  } finally {
    await stack.engine.set({ latency: { base: 0, per_question: 0, per_1k_tokens: 0, jitter: 0, cold_start: 0 } });
  }
  const tookMs = performance.now() - begunMs;
  const prefix = encodeURIComponent(scenario.namespace);
  await eventually(async () => {
    const { stats } = await shown();
    const { body } = await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    expect(body.judgment_units).toBe(9);
    expect(stats.documents).toBe(10);
    expect(stats.bytes).toBeGreaterThan(first.bytes + 9 * 500);
    expect(stats.spend_month_usd).toBeCloseTo(body.cost_usd, 6);
    expect(stats.spend_month_usd).toBeGreaterThan(0);
  });
  const { stats } = await shown();
  const { judgments } = await scenario.ok<{
    judgments: { stats: { freshness_lag_p90_ms: number; evaluations: number } }[];
  }>('GET', '/judgments');
  expect(judgments[0].stats.evaluations).toBe(9);
  for (const lag of [stats.freshness_lag_p90_ms, judgments[0].stats.freshness_lag_p90_ms]) {
    expect(lag).toBeGreaterThanOrEqual(slowMs * 0.9);
    // No answer took longer than all of them as seen from here, rounded up to its bucket.
    expect(lag).toBeLessThanOrEqual(tookMs * 1.5);
  }
  await scenario.write({ delete: [{ id: 's0' }] });
  expect((await shown()).stats).toMatchObject({ documents: 9 });
}, 60_000);

it('delivers to endpoints for nothing [DLV-15] [BILL-06]', async () => {
  const scenario = new Scenario(stack, 'answers/free');
  const receiver = await WebhookReceiver.open();
  try {
    await scenario.upsert('z', { text: 'first' });
    const endpoint = await stack.api<{ id: string }>('POST', '/webhook-endpoints', {
      url: `${receiver.origin}/free`,
      events: [],
      namespace_prefix: scenario.namespace,
    });
    await scenario.ok('PUT', '/subscriptions/all', {
      filter: { 'attributes.n': { gte: 0 } },
      endpoint: endpoint.body.id,
    });
    const usage = async () => {
      const path = `/usage?namespace_prefix=${encodeURIComponent(scenario.namespace)}`;
      const { judgment_units, tokens, cost_usd } = (await stack.api<UsageReport>('GET', path)).body;
      // Not the tenant fee: it is the writes', and comes with the next measuring.
      return { judgment_units, tokens, cost_usd };
    };
    const before = await usage();
    await scenario.write({ upsert: Array.from({ length: 100 }, (_, n) => ({ id: `f${n}`, attributes: { n } })) });
    await eventually(() => expect(receiver.deliveries).toHaveLength(100), 30_000);
    expect(await usage()).toEqual(before);
    expect((await scenario.ok<NamespaceView>('GET', '')).stats.spend_month_usd).toBe(0);
  } finally {
    await receiver.close();
  }
}, 60_000);
