import { AlternativesHarness } from '../../testing/alternatives-harness';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('a table is quoting until its price is known, and then reads settled without another write [ALT-04] [ALT-14]', async () => {
  await table.arrange('org_quoting');
  let answer = (): void => undefined;
  const priced = new Promise<void>((resolve) => (answer = resolve));
  table.scoring.onPrice = () => priced;
  await table.name('org_quoting', 'Late by then?');
  for (let read = 0; read < 3; read += 1) {
    const { status, reason, quote } = await table.table('org_quoting');
    expect([status, reason, quote?.status, quote?.computed_at]).toEqual(['quoting', null, 'quoting', null]);
  }
  expect(table.scoring.priced).toBe(0);
  answer();
  const { status, reason, quote } = await table.priced('org_quoting');
  expect([status, reason]).toEqual(['not_run', 'awaiting_confirm']);
  expect(quote).toMatchObject({ status: 'ready', computed_at: expect.any(String), judgment_units: 60 });
  const { priced: asks } = table.scoring;
  expect((await table.table('org_quoting')).quote).toEqual(quote);
  expect(table.scoring.priced).toBe(asks);
});

it('an engine within the installation is no new provider [ALT-38] [S-U5]', async () => {
  const luna = table.engines.find(({ name }) => name === 'gpt-6-luna')!;
  table.engines = table.engines.map((one) => (one === luna ? { ...one, source: 'built_in' as const } : one));
  await table.arrange('org_inside');
  await table.nameAs('org_inside', { engine: { name: luna.name, version: 'current' } });
  const { quote, message } = await table.priced('org_inside');
  expect(quote).toMatchObject({ new_providers: [], alternatives: [{ new_provider: false }] });
  expect(message).not.toContain('for the first time');
});
