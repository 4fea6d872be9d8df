import { Running } from '@app/boot';
import { EngineReply, askEngine } from '@app/contracts/engines';
import { FakeService, callerOf, eventually, freshSchema, startService } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from './engine.registry';

describe('engine entries that change while the service runs', () => {
  let sim: Sim;
  let broker: Running;
  let judgments: FakeService;
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  const [file, key] = [join(folder, 'engines.json'), join(folder, 'key')];
  const write = (jev: object) => writeFileSync(file, JSON.stringify({ jev: { key_file: key, ...jev } }));
  const systemone = () => ({ preset: 'simulator', base_url: sim.url, path: '/jev/v1/systemone' });
  const jev = () => broker.app.get(EngineRegistry).get('jev');
  const ask = (): Promise<EngineReply> =>
    judgments.ask(
      askEngine.jev,
      {
        ask_id: 'ask_c',
        organization: 'org_reconfigure',
        namespace: 'acme/prod/c',
        lane: 'on_change',
        context: 'Third broken lamp.',
        seed: 's',
        questions: [{ type: 'bool', question: 'Is a refund asked for?' }],
        images: [],
      },
      callerOf('org_reconfigure'),
    );

  beforeAll(async () => {
    sim = await startSim({ seed: 'reconfigure' });
    await freshSchema(brokerSchema);
    writeFileSync(key, 'sim-first');
    write(systemone());
    broker = await startService(brokerService, { env: { ENGINE_ENTRIES_FILE: file } });
    judgments = await FakeService.open('judgments');
  });
  afterAll(async () => {
    await judgments?.stop();
    await broker?.stop();
    await sim?.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => sim.reset());

  it('are followed by permits and keys, in the same epoch', async () => {
    const before = (await ask()).engine_version;
    write({ ...systemone(), rate: { in_flight: 8 } });
    await eventually(() => expect([jev().rate.in_flight, jev().gate.inFlight]).toEqual([8, 0]));
    writeFileSync(key, 'sim-second');
    await eventually(() => expect(jev().setup.entry.key).toBe('sim-second'));
    expect((await ask()).engine_version).toBe(before);
    expect(sim.requests().map((request) => request.key)).toEqual(['irst', 'cond']);
  });

  it('change nothing while they cannot be used', async () => {
    const before = jev().setup;
    writeFileSync(file, '{"jev": {"rate": {"in_flight": 0}}}');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(jev().setup).toBe(before);
    expect((await ask()).answers[0].failure).toBeNull();
    write({ ...systemone(), rate: { in_flight: 4 } });
    await eventually(() => expect(jev().rate.in_flight).toBe(4));
  });

  it('put another engine behind the name: what is under way ends on the old one, in its epoch [ENG-05]', async () => {
    const before = (await ask()).engine_version;
    sim.set({ latency: 900 });
    const underWay = ask();
    await eventually(() => expect(jev().gate.inFlight).toBe(1));
    write({
      ...systemone(),
      dialect: 'openai_decisions',
      error_style: 'openai',
      path: '/openai/v1/decisions',
      model: 'gpt-6-luna',
    });
    await eventually(() => expect(jev().setup.entry.dialect).toBe('openai_decisions'));
    expect((await underWay).engine_version).toBe(before);
    sim.set({ latency: 'zero' });
    const after = await ask();
    expect(after.answers[0].failure).toBeNull();
    expect(after.engine_version).not.toBe(before);
    expect((await ask()).engine_version).toBe(after.engine_version);
    expect(sim.requests().at(-1)).toMatchObject({ path: '/openai/v1/decisions', status: 200 });
  });
});

describe('a decision model on a local Ollama', () => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await startSim({ seed: 'local' });
    await freshSchema(brokerSchema);
  });
  afterAll(() => sim.close());

  const start = () =>
    startService(brokerService, { env: { ENGINE_OLLAMA_URL: `${sim.url}/ollama`, ENGINE_ENTRIES_FILE: '' } });
  const jevOf = (broker: Running) => broker.app.get(EngineRegistry).get('jev');

  it('stands behind jev once it is found, holds up no start, and keeps its epoch over restarts', async () => {
    sim.set({ latency: 300 });
    const first = await start();
    expect(jevOf(first).row.source).toBe('built_in');
    await eventually(() => expect(jevOf(first).row.source).toBe('local'));
    expect(jevOf(first).setup.entry).toMatchObject({ model: 'nimble:latest', dialect: 'systemone' });
    const { epoch } = jevOf(first).row;
    await first.stop();
    const second = await start();
    expect(jevOf(second).row).toMatchObject({ source: 'local', epoch });
    await second.stop();
  });
});
