import type { JudgmentChange } from '@app/contracts/judgments';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { expectQueued } from './scenario/queued';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const onRead = { policy: 'on_read', debounce_ms: 0 };

/** Waits until the answer about a text is fresh, and for every other one of the document to be queued. */
async function judged(scenario: Scenario, version: number): Promise<void> {
  await expectQueued(scenario, ['d']);
  expect((await scenario.fresh('d', 'late')).document_version).toBe(version);
}
const write = async (scenario: Scenario, text: string) => (await scenario.upsert('d', { text })).documents[0].version;

it('judges by itself what has changed before a confirmed PATCH of the policy [REL-F2] [FRS-02]', async () => {
  const scenario = new Scenario(stack, 'waiting/policy');
  await scenario.judgment(boolJudgment('late', { freshness: onRead }));
  await write(scenario, 'the parcel is under way');
  await scenario.answer('d', 'late', '?fresh=require');
  const version = await write(scenario, 'the parcel is lost');
  expect(await scenario.answer('d', 'late')).toMatchObject({ stale_reason: 'document_changed', due_at: null });
  const patch = { freshness: { policy: 'on_change' } };
  const { confirm, ...asked } = await scenario.ok<JudgmentChange>('PATCH', '/judgments/late', patch);
  expect(asked).toMatchObject({ status: 'confirmation_required', estimate: { existing: { documents: 1 } } });
  expect(asked.warnings.map(({ code }) => code)).toContain('stale_answers_judged');
  await scenario.ok('PATCH', '/judgments/late', { ...patch, confirm });
  await judged(scenario, version);
}, 60_000);

it('judges by itself what has changed under a narrower judgment that is gone, and under a copy [REL-F2] [FRS-02] [TPL-02]', async () => {
  const root = new Scenario(stack, 'waiting/hidden').namespace;
  const scenario = new Scenario(stack, `${root}/m`);
  const on = (prefix: string) => `/namespaces/${encodeURIComponent(prefix)}/judgments`;
  expect((await stack.api('POST', on(`${root}/*`), boolJudgment('late'))).status).toBe(201);
  await write(scenario, 'the parcel is under way');
  await scenario.fresh('d', 'late');

  const narrower = boolJudgment('late', { question: 'Is it lost?', freshness: { policy: 'manual' } });
  expect((await stack.api('POST', on(`${root}/m/*`), narrower)).status).toBe(201);
  const hidden = await write(scenario, 'the parcel is lost');
  expect((await stack.api('DELETE', `${on(`${root}/m/*`)}/late`)).status).toBe(200);
  await judged(scenario, hidden);

  expect((await scenario.call('POST', '/judgments/late/detach')).status).toBe(201);
  await scenario.ok('PATCH', '/judgments/late', { freshness: { policy: 'manual' } });
  const copied = await write(scenario, 'the parcel is found');
  expect(await scenario.answer('d', 'late')).toMatchObject({ stale_reason: 'document_changed', due_at: null });
  await scenario.ok('DELETE', '/judgments/late');
  await judged(scenario, copied);
}, 90_000);
