import { AnswerView } from '@app/contracts/documents';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { confirmed } from './scenario/related';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

/** A judgment of accounts that reads the newest messages which name the account, and counts all of them. */
const leaving = (debounceMs: number): object =>
  boolJudgment('leaving', {
    applies_to: { 'attributes.kind': 'account' },
    context: {
      fields: ['state.name'],
      related: { messages: { join: { theirs: 'attributes.account', mine: 'id' }, fields: ['state.text'] } },
    },
    features: [{ name: 'messages', of: 'messages', aggregate: 'count' }],
    freshness: { policy: 'on_change', debounce_ms: debounceMs },
  });

const account = (scenario: Scenario, id: string, kind = 'account') => ({
  id,
  attributes: { kind },
  state: { name: `name of ${id} in ${scenario.namespace}.` },
});

/** What the engine was asked about an account: the related part of each context. */
async function asked(scenario: Scenario, id: string): Promise<string[]> {
  const asks = await stack.engine.asks(`name of ${id} in ${scenario.namespace}.`);
  return asks.map(({ body }) => body.slice(body.indexOf('<<<related'), body.indexOf('related>>>')));
}

it('judges an entity again when a document that points at it appears, moves away or goes [JDG-22] [REL-01] [ANS-04]', async () => {
  const scenario = new Scenario(stack, 'entities/messages');
  await confirmed((definition) => scenario.judgment(definition), leaving(0));
  const ids = Array.from({ length: 10 }, (_, i) => `a${i}`);
  await scenario.write({
    upsert: [...ids.map((id) => account(scenario, id)), account(scenario, 'x', 'prospect')],
  });
  const first = new Map<string, AnswerView>();
  for (const id of ids) first.set(id, await scenario.fresh(id, 'leaving'));
  expect((await asked(scenario, 'a1'))[0]).toContain('messages: []');

  const message = (id: string, to: string) => ({
    id,
    attributes: { account: to },
    state: { text: `text of ${id}.` },
  });
  await scenario.write({ upsert: [message('m1', 'a1'), message('m2', 'nobody'), message('m3', 'x')] });
  expect((await scenario.answer('a1', 'leaving')).status).toBe('stale');
  const second = await scenario.fresh('a1', 'leaving');
  const before = first.get('a1')!;
  expect(second.id).not.toBe(before.id);
  const [was, is, at] = [before.watermark, second.watermark, second.judged_at].map((one) => Date.parse(one!));
  expect(is).toBeGreaterThan(was);
  expect(is).toBeLessThanOrEqual(at);
  expect((await asked(scenario, 'a1'))[1]).toContain('text of m1.');
  expect(await asked(scenario, 'x')).toEqual([]);

  await scenario.write({ patch: [{ id: 'm1', attributes: { account: 'a2' } }] });
  for (const id of ['a1', 'a2']) await scenario.fresh(id, 'leaving');
  expect((await asked(scenario, 'a1'))[2]).toContain('messages: []');
  expect((await asked(scenario, 'a2'))[1]).toContain('text of m1.');

  await scenario.write({ delete: [{ id: 'm1' }] });
  await scenario.fresh('a2', 'leaving');
  expect((await asked(scenario, 'a2'))[2]).toContain('messages: []');
  for (const id of ids.filter((one) => !['a1', 'a2'].includes(one))) {
    expect(await scenario.answer(id, 'leaving')).toEqual(first.get(id));
  }
  const counts = await Promise.all([...ids, 'x'].map(async (id) => (await asked(scenario, id)).length));
  expect(counts).toEqual([1, 3, 3, 1, 1, 1, 1, 1, 1, 1, 0]);
}, 60_000);

it('takes the messages of 16 clients to one account without a refusal, and judges it with the last and the number of them [JDG-15] [JDG-22] [REL-01]', async () => {
  const scenario = new Scenario(stack, 'entities/hot');
  await confirmed((definition) => scenario.judgment(definition), leaving(100));
  await scenario.write({ upsert: [account(scenario, 'a1')] });
  await scenario.fresh('a1', 'leaving');
  const [batches, each] = [100, 32];
  const beganMs = Date.now() - 86_400_000;
  const statuses: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let batch = next++; batch < batches; batch = next++) {
      const upsert = Array.from({ length: each }, (_, k) => {
        const n = batch * each + k;
        const created_at = new Date(beganMs + n * 1_000).toISOString();
        return { id: `m${n}`, attributes: { account: 'a1' }, state: { text: `message ${n}.` }, created_at };
      });
      statuses.push((await scenario.call('POST', '/documents', { upsert })).status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  expect(statuses).toEqual(statuses.map(() => 200));
  const { features } = await scenario.fresh('a1', 'leaving', 30_000);
  expect(features).toEqual({ messages: batches * each });
  const last = (await asked(scenario, 'a1')).at(-1)!;
  const shown = [...last.matchAll(/message (\d+)\./g)].map(([, n]) => Number(n));
  const all = batches * each;
  expect(shown).toEqual(Array.from({ length: 20 }, (_, i) => all - 1 - i));
  await eventually(async () => expect((await scenario.query({ count: true, limit: 1 })).count).toBe(all + 1));
}, 60_000);
