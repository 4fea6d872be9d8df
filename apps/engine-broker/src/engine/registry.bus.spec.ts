import { EngineChanged, EngineView, Nothing, engineChanged, listEngines } from '@app/contracts/engines';
import { FakeService, callerOf, freshSchema, startService } from '@app/testing';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';

/** What is published of `jev`, and what was said of it so far, after one run with these entries. */
async function run(engines: object): Promise<{ jev: EngineView; changes: EngineChanged[] }> {
  const broker = await startService(brokerService, { env: { ENGINES: JSON.stringify(engines) } });
  const gateway = await FakeService.open('gateway');
  try {
    const list = await gateway.ask(listEngines, new Nothing(), callerOf('org_registry'));
    const { rows } = await broker.platform.database.query<{ payload: string }>(
      'select payload from outbox where subject = $1 order by id',
      [engineChanged.subject],
    );
    const facts = rows.map(({ payload }) => JSON.parse(payload) as EngineChanged);
    return { jev: list.engines[0], changes: facts.filter(({ engine }) => engine.name === 'jev') };
  } finally {
    await gateway.stop();
    await broker.stop();
  }
}

describe('the registry over restarts', () => {
  beforeAll(() => freshSchema(brokerSchema));

  it('keeps its epoch and says the same again; another engine behind the name opens an epoch, and each epoch tells what stood behind the name [ENG-05] [CLI-A1]', async () => {
    const first = await run({});
    const again = await run({});
    expect(again.jev).toEqual(first.jev);
    expect(again.changes.map(({ revision }) => revision)).toEqual([
      first.changes[0].revision,
      first.changes[0].revision,
    ]);

    const other = await run({ jev: { dialect: 'extension' } });
    expect(other.jev).toMatchObject({ source: 'local', engine_version: first.jev.engine_version?.replace(/1$/, '2') });
    expect(other.changes.at(-1)).toMatchObject({
      engine: { name: 'jev', version: 'current' },
      active: true,
      circuit_open: false,
      engine_version: other.jev.engine_version,
    });
    expect(first.changes.at(-1)?.epochs).toEqual([
      { engine_version: first.jev.engine_version, source: 'built_in', probability_source: null },
    ]);
    expect(other.changes.at(-1)?.epochs).toEqual([
      { engine_version: other.jev.engine_version, source: 'local', probability_source: null },
      ...(first.changes.at(-1)?.epochs ?? []),
    ]);
    expect(other.changes.at(-1)?.revision).toBeGreaterThan(first.changes[0].revision);
  });

  it('tells where the probabilities of a chat model came from [CLI-A1]', async () => {
    const chat = (more: object) => run({ jev: { preset: 'openrouter', model: 'm', ...more } });
    const epochs = (await chat({})).changes.at(-1)?.epochs ?? [];
    expect(epochs[0]).toMatchObject({ source: 'hosted', probability_source: 'logprobs' });
  });

  it('lists no version but `current`, also for a pinned model: what stands behind a name may change, an exact version never [ENG-06]', async () => {
    const pinned = (model: string) => ({ jev: { preset: 'simulator', base_url: 'http://127.0.0.1:9', model } });
    const listed = [await run(pinned('jev-1.13.0')), await run(pinned('jev-1.14.0')), await run({})];
    expect(listed.map(({ jev }) => jev.version)).toEqual(['current', 'current', 'current']);
    // The same entry under another epoch each time: who kept an answer knows by it what answered.
    expect(new Set(listed.map(({ jev }) => jev.engine_version)).size).toBe(3);
    expect(new Set(listed.flatMap(({ changes }) => changes.map(({ engine }) => engine.version)))).toEqual(
      new Set(['current']),
    );
  });
});
