import { namespaceDeleted } from '@app/contracts/documents';
import { Call } from '@app/bus';
import { eventually } from '@app/testing';
import { AlternativesHarness } from '../testing/alternatives-harness';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(async () => {
  await table.begin();
  table.scope = 'acme/*';
  table.marks = ['acme/staging*'];
  table.namespaceOf = (at) => ['acme/a', 'acme/b', 'acme/staging'][at % 3];
  table.scoring.says = table.knows;
});
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('a template has one table, over the labels of its production namespaces, each of which pays its own [ALT-05] [ALT-35] [TPL-06]', async () => {
  await table.arrange('org_template', 90);
  const luna = await table.nameAs('org_template', { engine: { name: 'gpt-6-luna', version: 'current' } });
  const { labels, quote } = await table.priced('org_template');
  expect([labels.count, quote?.judgment_units]).toEqual([60, 60]);
  expect(quote?.alternatives).toMatchObject([{ id: luna.id, new_provider: true }]);
  const inherited = await table.table('org_template', 'team', 'acme/a');
  expect(inherited).toMatchObject({ status: 'not_run', reason: 'inherited', alternatives: [], quote: null });
  const scored = await table.scored('org_template');
  expect(scored).toMatchObject({ corrected_for: 1, alternatives: [{ id: luna.id, labels: 60 }] });
  expect(await table.table('org_template', 'team', 'acme/a')).toEqual(inherited);
  const [block] = table.money.blocks.values();
  expect(block).toMatchObject({
    namespaces: expect.arrayContaining(['acme/a', 'acme/b']),
    items: [{ units: [30, 30] }],
  });
  const [start] = table.scoring.started;
  // Each namespace's asks stand together, at their place in the block.
  expect(start.labels.map(({ at_units }) => at_units)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(start.labels.map(({ namespace }) => namespace)).toEqual(
    Array.from({ length: 60 }, (_, at) => block.namespaces[Math.floor(at / 30)]),
  );
});

it('a namespace that may not spend is left out of the sample, and stops no other one [ALT-05] [ALT-35] [ALT-36]', async () => {
  await table.arrange('org_paused', 90);
  await table.name('org_paused', 'Late where it may be asked?');
  const { quote } = await table.priced('org_paused');
  table.scoring.paused = ['acme/b'];
  await expect(table.run('org_paused', quote!.generation)).rejects.toMatchObject({
    details: { reason: 'quote_changed', generation: quote!.generation + 1 },
  });
  const { labels, ...priced } = await table.priced('org_paused');
  expect([labels.count, priced.quote?.judgment_units]).toEqual([30, 30]);
  await table.scored('org_paused');
  expect([...table.money.blocks.values()].map(({ namespaces }) => namespaces)).toEqual([['acme/a']]);
  // The month has its sample now: the namespace comes in with the next one.
  table.scoring.paused = [];
  expect((await table.table('org_paused')).labels).toMatchObject({ count: 30, sampled: true });
});

it('a run ends although one of its namespaces is deleted meanwhile, and keeps nothing of it [ALT-25] [ALT-34]', async () => {
  await table.arrange('org_gone', 90);
  await table.name('org_gone', 'Late in both?');
  table.scoring.onStart = (start) =>
    table.answer({ ...start, labels: start.labels.filter(({ namespace }) => namespace === 'acme/a') });
  const job = await table.confirm('org_gone');
  await eventually(async () => expect((await table.table('org_gone')).message).toContain('30 of 60'));
  const deleted = { organization: 'org_gone', namespace: 'acme/b', revision: 7 };
  await table.calibration.applyFact(namespaceDeleted, deleted, Call.within());
  expect(await table.finished('org_gone', job.id)).toMatchObject({ status: 'done' });
  const { alternatives } = await table.table('org_gone');
  expect(alternatives).toMatchObject([{ labels: 30, billed: { judgment_units: 30 } }]);
  const { rows } = await table.calibration.database.query<{ n: number }>(
    `select count(*)::int as n from alternative_answer where organization = 'org_gone' and namespace = 'acme/b'`,
  );
  expect(rows[0].n).toBe(0);
});
