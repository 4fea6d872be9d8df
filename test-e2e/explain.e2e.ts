import { AnswerExplanation } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

const text = 'what only its owner may read';
let stack: StackClient;
let scenario: Scenario;
beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'explain');
  const freshness = { policy: 'on_change', debounce_ms: 3_600_000, max_wait_ms: 3_600_000 };
  await scenario.judgment(boolJudgment('late', { freshness }));
  await scenario.upsert('d', { text });
}, openLimitMs);
afterAll(() => stack?.leave());

it('says to a key that may read what an answer waits for, and nothing of the document [O-STALE]', async () => {
  const [key] = await stack.operator.keys('acme', [`${scenario.namespace}`], 'read_only');
  const found = await eventually(async () => {
    const path = '/documents/d/answers/late/explain';
    const { status, body, text: said } = await scenario.call<AnswerExplanation>('GET', path, undefined, { key });
    expect([status, said.includes(text)]).toEqual([200, false]);
    expect(body.queue).toHaveLength(1);
    return body;
  });
  const { answer, document_version, queue } = found;
  expect(answer).toMatchObject({ status: 'pending', wanted: document_version, seen: 0, cause: 'document' });
  expect(queue[0]).toMatchObject({ version: 1, lane: 'on_change', reason: 'debounce', attempts: 0 });
  expect([queue[0].due_at, answer!.due_at]).not.toContain(null);
  expect(found).toMatchObject({
    definition: { version: 1, policy: 'on_change', debounce_ms: 3_600_000, engine: { name: 'jev' } },
    last: null,
    paused: false,
    engine: { active: true, circuit_open: false },
    permit: { name: 'jev', waiting: 0 },
    fanout: { held: false, deferred: false, used: 0, resumes_at: null },
  });
});

it('tells the operator the same without a key, and how far what is on its way is [O-STALE]', async () => {
  const about = ['--namespace', scenario.namespace, '--document', 'd', '--judgment', 'late'];
  const [said] = await stack.operator.run(['explain', '--org', 'acme', ...about]);
  const lines = ['answer.status: pending', 'queue.0.reason: debounce', 'jev.waiting: 0', 'jev.state: closed'];
  for (const line of lines) expect(said).toContain(`\n  ${line}\n`);
  for (const service of ['documents', 'judgments', 'billing', 'engine-broker']) {
    expect(said).toMatch(
      new RegExp(`\noutbox and pools of ${service}, .*\n  replica: .*\n(  .*\n)*  pools\\.0\\.busy: \\d`),
    );
  }
  expect(said).toMatch(/\n {2}judgments--documents-document-changed-live-v1: \d+\n/);
  expect(said).not.toContain('no answer from');
  expect(said).not.toContain('no such durable');
  expect(said).not.toContain(text);
});
