import { JudgmentChange } from '@app/contracts/judgments';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

interface Suggestion {
  recipe: { fields: string[]; max_tokens: number };
  cost_per_answer: number;
  whole_state_cost_per_answer: number;
  sampled_documents: number;
  excluded: { path: string; reason: string }[];
}
interface Refusal {
  error: { code: string; details: { reason: string; suggested_context: Suggestion | null } };
}

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const question = { name: 'angry', type: 'bool', question: 'Is the customer angry?' };
const documents = Array.from({ length: 30 }, (_, index) => ({
  id: `t${index}`,
  attributes: { channel: index % 2 ? 'mail' : 'web' },
  state: {
    text: `message ${index}`,
    ticket_id: `T-${index}`,
    at: `2026-03-01T08:00:${String(index).padStart(2, '0')}.000Z`,
    essay: 'a long word '.repeat(900),
    ...(index < 2 && { seldom: 'x' }),
  },
}));

async function suggested(
  scenario: Scenario,
  more: object = {},
): Promise<{ text: string } & Refusal['error']['details']> {
  const reply = await scenario.call<Refusal>('POST', '/judgments', { ...question, ...more });
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
  const { details } = reply.body.error;
  return { ...details, text: JSON.stringify(details) };
}

it('answers a create without a recipe with one that a create takes [CTX-07] [CTX-11] [CTX-13]', async () => {
  const scenario = new Scenario(stack, 'suggested');
  await scenario.write({ upsert: documents });
  const { reason, suggested_context: suggestion } = await suggested(scenario);
  expect(reason).toBe('missing_context');
  expect(suggestion).toMatchObject({
    recipe: { fields: ['attributes.channel', 'state.text'] },
    cost_per_answer: 1,
    whole_state_cost_per_answer: 4,
    sampled_documents: 30,
    excluded: [
      { path: 'state.at', reason: 'timestamp' },
      { path: 'state.essay', reason: 'long' },
      { path: 'state.seldom', reason: 'rare' },
      { path: 'state.ticket_id', reason: 'id' },
    ],
  });
  const other = await suggested(scenario, { engine: { name: 'gpt-6-luna', version: 'current' } });
  expect(other.suggested_context).toMatchObject({ recipe: suggestion?.recipe, sampled_documents: 30 });
  const context = suggestion?.recipe;
  const dry = await scenario.ok<JudgmentChange>('POST', '/judgments', { ...question, context, dry_run: true });
  expect(dry).toMatchObject({ status: 'dry_run', definition: { context } });
  expect(dry.contexts).toHaveLength(3);
  for (const { text, size_class } of dry.contexts ?? []) {
    expect(text).toMatch(/text: .*message \d+/);
    expect(size_class).toBe('standard');
  }
  expect(dry.contexts?.flatMap(({ cuts }) => cuts)).toEqual([]);
  const short = { ...question, context: { fields: ['state.essay'], max_tokens: 200 }, dry_run: true };
  for (const sample of (await scenario.ok<JudgmentChange>('POST', '/judgments', short)).contexts ?? []) {
    const cuts = [{ path: 'state.essay', kind: 'text_tail', dropped: expect.any(Number) }];
    expect(sample).toMatchObject({ truncated: true, cuts });
  }
  expect((await scenario.ok<JudgmentChange>('POST', '/judgments', { ...question, context })).status).toBe('created');
});

it('is the same byte for byte, whatever order the documents came in [CTX-14]', async () => {
  const [one, other] = [new Scenario(stack, 'suggested-a'), new Scenario(stack, 'suggested-b')];
  await one.write({ upsert: documents });
  for (const document of [...documents].reverse()) await other.write({ upsert: [document] });
  const texts = new Set([(await suggested(other)).text]);
  for (let time = 0; time < 20; time++) texts.add((await suggested(one)).text);
  expect(texts.size).toBe(1);
});

it('reads only what the definition applies to, and is null where that is nothing [CTX-08] [CTX-10] [CTX-17]', async () => {
  const scenario = new Scenario(stack, 'suggested-applies');
  expect(await suggested(scenario)).toMatchObject({ reason: 'missing_context', suggested_context: null });
  await scenario.write({ upsert: documents });
  const narrow = await suggested(scenario, { applies_to: { id: { in: ['t0', 't1'] } } });
  expect(narrow.suggested_context).toMatchObject({ sampled_documents: 2 });
  expect(narrow.suggested_context?.recipe.fields).toContain('state.seldom');
  expect(await suggested(scenario, { applies_to: { 'attributes.channel': 'fax' } })).toMatchObject({
    reason: 'no_matching_documents',
    suggested_context: null,
  });
});

it('a prefix shares the sample among its namespaces [CTX-17]', async () => {
  const run = `suggested-prefix-${Date.now().toString(36)}`;
  for (const tenant of ['a', 'b', 'empty']) {
    const at = `/namespaces/${encodeURIComponent(`${run}/${tenant}`)}`;
    await stack.api('POST', '/namespaces', { name: `${run}/${tenant}` });
    if (tenant !== 'empty') await stack.api('POST', `${at}/documents`, { upsert: documents.slice(0, 20) });
  }
  const path = `/namespaces/${encodeURIComponent(`${run}/*`)}/judgments`;
  const reply = await stack.api<Refusal>('POST', path, question);
  expect(reply.body.error.details.suggested_context).toMatchObject({ sampled_documents: 40 });
});
