import { JudgmentChange, StarterList } from '@app/contracts/judgments';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
let list: StarterList;
beforeAll(async () => {
  stack = await sharedStack();
  list = (await stack.api<StarterList>('GET', '/starters')).body;
}, openLimitMs);
afterAll(() => stack?.leave());

interface Refusal {
  error: { code: string; details: { reason: string; path: string } };
}

it('shows the same list to every key [STR-01] [STR-03]', async () => {
  const texts = new Set<string>();
  for (const key of Object.values(stack.keys))
    texts.add((await stack.api('GET', '/starters', undefined, { key })).text);
  expect(texts.size).toBe(1);
  expect(list.version).toBeGreaterThanOrEqual(1);
  expect(list.starters.length).toBeGreaterThanOrEqual(15);
  for (const starter of list.starters) {
    expect(Object.keys(starter).sort()).toEqual(['definition', 'id', 'outcomes', 'placeholders', 'summary', 'title']);
  }
});

it('every starter is tried dry, created, and judges a document [STR-04]', async () => {
  const scenario = new Scenario(stack, 'starters');
  const state = {
    subject: 'Refund',
    body: 'I want my money back.',
    text: 'Great',
    title: 'Review',
    note: 'Late',
    message: 'Hello',
  };
  await scenario.upsert('d', state, { amount: 5 });
  for (const { id, placeholders, outcomes } of list.starters) {
    const given = Object.fromEntries(placeholders.map(({ name, example }) => [name, example]));
    const body = { name: id.replace('.', '-'), from_starter: { id, placeholders: given } };
    const dry = await scenario.ok<JudgmentChange>('POST', '/judgments', { ...body, dry_run: true });
    expect(dry).toMatchObject({ status: 'dry_run', judgment: null, estimate: { documents: 1 } });
    expect(JSON.stringify(dry.definition)).not.toMatch(/\{[a-z_]+\}/);
    expect(dry.contexts).toMatchObject([{ namespace: scenario.namespace, document: 'd', truncated: false }]);
    const made = await scenario.ok<JudgmentChange>('POST', '/judgments', body);
    expect(made).toMatchObject({ status: 'created', version: 1, definition: dry.definition });
    expect(Object.keys(made.judgment?.thresholds ?? {})).not.toEqual([]);
    expect(made.judgment).not.toHaveProperty('outcomes');
    expect(made.settings).toEqual(dry.settings);
    if (Object.keys(outcomes).length === 0) continue;
    const suggested = await scenario.ok<JudgmentChange>('POST', '/judgments', {
      ...body,
      name: `${body.name}-suggested`,
      outcomes,
      dry_run: true,
    });
    expect(suggested.settings?.outcomes).toEqual(outcomes);
  }
  const { answers } = await scenario.read('d', '?fresh=require');
  for (const { id } of list.starters) {
    const answer = answers?.[id.replace('.', '-')];
    expect([id, answer?.status, answer?.thresholds_missing]).toEqual([id, 'fresh', []]);
  }
}, 60_000);

it('refuses an unknown starter, a placeholder left out, and a question beside it [STR-06]', async () => {
  const scenario = new Scenario(stack, 'starters-refused');
  const refused = async (more: object): Promise<unknown[]> => {
    const reply = await scenario.call<Refusal>('POST', '/judgments', { name: 'j', ...more });
    const { code, details } = reply.body.error;
    return [reply.status, code, details.reason, details.path];
  };
  const placeholders = { body: 'state.text' };
  expect(await refused({ from_starter: { id: 'no.such' } })).toEqual([
    400,
    'invalid_request',
    'unknown_starter',
    '/from_starter/id',
  ]);
  expect(await refused({ from_starter: { id: 'support.refund_request' } })).toEqual([
    400,
    'invalid_request',
    'missing_field',
    '/from_starter/placeholders/body',
  ]);
  expect(await refused({ from_starter: { id: 'support.refund_request', placeholders }, question: 'Well?' })).toEqual([
    400,
    'invalid_request',
    'unknown_field',
    '/question',
  ]);
});
