import type { ContextView } from '@app/contracts/judgments';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Labelled, LabelledJudgment, rowOf } from './scenario/alternatives';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(async () => {
  await stack?.engine.set({ scripts: [] });
  await stack?.leave();
});

const recipe = (lines: number) => ({ fields: ['state.text', 'state.log'], last_n: { 'state.log': lines } });
/** So many documents have more text than a context holds. */
const large = 2;

it('a recipe that shows less is asked about what the labelled answers read, cut exactly; what was truncated cannot be [ALT-24] [ALT-25]', async () => {
  const judgment = new LabelledJudgment(new Scenario(stack, 'alt/cut'), 40);
  const { scenario, documents } = judgment;
  const line = (document: Labelled, n: number) => ({
    at: `2026-03-01T10:${String(n).padStart(2, '0')}:00Z`,
    note: `line ${n} of ${document.id}${documents.indexOf(document) < large ? ` ${'and on '.repeat(300)}` : ''}`,
  });
  const stateOf = (document: Labelled) => ({
    text: document.text,
    log: Array.from({ length: 12 }, (_, n) => line(document, n)),
  });
  await judgment.arrange({}, { context: recipe(10) }, stateOf);
  const preview = { name: 'short', type: 'bool', question: judgment.wording('Short?'), context: recipe(5) };
  await scenario.judgment({ ...preview, freshness: { policy: 'manual' } });
  const previews: string[] = [];
  for (const { id } of documents.slice(large)) {
    previews.push((await scenario.ok<ContextView>('POST', '/judgments/short/context', { document: id })).text);
  }
  await judgment.write(documents.map(({ id }) => ({ id, state: { text: 'CHANGED', log: [] } })));
  const wording = judgment.wording('Late by the last five?');
  const { id } = await judgment.name({ question: wording, context: recipe(5) });
  const row = rowOf(await judgment.scored(), id);
  expect(row).toMatchObject({
    contexts: 'narrowed',
    labels: documents.length - large,
    labels_skipped: { deleted: 0, image_erased: 0, not_derivable: large, failed: 0 },
  });
  expect(await judgment.statesWith(wording)).toEqual(previews.sort());
}, 120_000);
