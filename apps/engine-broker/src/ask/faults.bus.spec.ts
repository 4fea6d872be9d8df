import { LOGGER, Running } from '@app/boot';
import { EngineReply, EngineQuestion, EngineChanged, askEngine, engineChanged } from '@app/contracts/engines';
import { Call } from '@app/bus';
import { FakeService, callerOf, eventually, freshSchema, setClock, startService, testEnvironment } from '@app/testing';
import { Sim, faultAsk, faultsOf, startSim } from '@app/testing/simulator';
import { Writable } from 'node:stream';
import pino from 'pino';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from '../engine/engine.registry';

const key = 'sim-secret-7';
const questions: EngineQuestion[] = JSON.parse(JSON.stringify(faultAsk.questions));
const engines = [
  { name: 'jev', dialect: 'systemone', keyName: 'ENGINE_JEV_KEY' },
  { name: 'gpt-6-luna', dialect: 'openai_decisions', keyName: 'ENGINE_GPT_6_LUNA_KEY' },
] as const;
type Engine = (typeof engines)[number];
// Waits between attempts are the library's matter and shown there under a fake clock; here nothing waits long.
const rowsOf = (dialect: Engine['dialect']) => faultsOf(dialect).filter(({ waitedMs }) => waitedMs <= 120);
/** Waited for a reply that comes. On a busy machine 300 ms once ended attempts at a good one. */
const patientMs = 20_000;
/** Waited for a reply that never comes. */
const hastyMs = 300;
const entries = {
  systemone: { path: '/jev/v1/systemone' },
  openai_decisions: {
    dialect: 'openai_decisions',
    error_style: 'openai',
    path: '/openai/v1/decisions',
    model: 'gpt-6-luna',
  },
};

/** A broker with one engine, the simulator, for the tests of a `describe`. */
function openBroker({ name, dialect, keyName }: Engine, timeoutMs: number) {
  let sim: Sim;
  let broker: Running;
  let judgments: FakeService;
  const lines: string[] = [];
  const ask = (deadlineMs = 20_000): Promise<EngineReply> =>
    judgments.requester.ask(
      askEngine[name],
      {
        ask_id: 'ask_f',
        organization: 'org_faults',
        namespace: 'acme/prod/f',
        lane: 'on_change',
        context: faultAsk.context,
        seed: 'doc-1:3',
        questions,
        images: [],
      },
      new Call(Date.now() + deadlineMs, callerOf('org_faults')),
    );
  const registry = () => broker.app.get(EngineRegistry);

  beforeAll(async () => {
    sim = await startSim({ seed: 'faults' });
    await freshSchema(brokerSchema);
    const entry = { preset: 'simulator', base_url: sim.url, timeout_ms: timeoutMs, ...entries[dialect] };
    const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    broker = await startService(brokerService, {
      env: { ENGINES: JSON.stringify({ [name]: entry }), [keyName]: key },
      overrides: [{ token: LOGGER, value: pino({ level: 'debug' }, sink) }],
    });
    judgments = await FakeService.open('judgments');
  });
  afterAll(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    await judgments?.stop();
    await broker?.stop();
    await sim?.close();
  });
  beforeEach(async () => {
    sim.reset();
    sim.set({ faults: [] });
    await registry().closeCircuit(registry().get(name));
  });
  return { ask, registry, lines, sim: () => sim, broker: () => broker };
}

describe.each(engines)('the engine $name that fails', (engine) => {
  const { name, dialect } = engine;
  const { ask, registry, lines, sim, broker } = openBroker(engine, patientMs);
  const facts = async (): Promise<EngineChanged[]> => {
    const { rows } = await broker().platform.database.query<{ payload: string }>(
      'select payload from outbox where subject = $1 order by id',
      [engineChanged.subject],
    );
    return rows
      .map(({ payload }) => JSON.parse(payload) as EngineChanged)
      .filter((changed) => changed.engine.name === name);
  };

  it.each(rowsOf(dialect).filter(({ wire }) => wire !== 'silent'))(
    'meets $fault as the table says [ENG-11] [ENG-08] [defect O-7]',
    async (row) => {
      sim().set({ faults: [{ from: 1, fault: row.fault }] });
      const asked = ask();
      if (row.outcome === 'engine_unavailable') {
        await expect(asked).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterS: expect.any(Number) });
      } else {
        const whole = row.outcome === 'answered' ? 'ok' : row.outcome;
        const { answers } = await asked;
        expect(answers.map(({ failure }) => failure ?? 'ok')).toEqual(row.parts ?? [whole, whole, whole]);
        for (const { failure, ...numbers } of answers) {
          if (failure !== null) expect(Object.values(numbers)).toEqual(Object.values(numbers).map(() => null));
        }
      }
      expect(sim().requests()).toHaveLength(row.attempts);
      expect(sim().trapHits()).toBe(0);
    },
  );

  it('is answered well once a passing fault is over', async () => {
    sim().queue(['503', 'badjson', 'ok']);
    expect((await ask()).answers.map(({ failure }) => failure)).toEqual([null, null, null]);
  });

  it('is left alone once its circuit is open, by retries too, says so in the list, and is asked again after one probe [ENG-11]', async () => {
    sim().set({ faults: [{ from: 1, fault: '503:seconds=1' }] });
    const from = lines.length;
    const ends = await Promise.allSettled([ask(), ask(), ask()]);
    expect(ends).toMatchObject(ends.map(() => ({ status: 'rejected', reason: { code: 'engine_unavailable' } })));
    expect(registry().get(name).row.circuit_open).toBe(true);
    // The next probe is more than a minute away until the clock is put right.
    await setClock(testEnvironment().adminUrl, -60_000);
    // The fifth failure opens it, so that none of the three comes a third time; and one fact says so.
    expect(sim().requests()).toHaveLength(6);
    expect(lines.slice(from).filter((line) => line.includes('circuit open'))).toHaveLength(1);
    sim().reset();
    await expect(ask()).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterS: expect.any(Number) });
    expect(sim().requests()).toEqual([]);
    const opened = (await facts()).at(-1);
    expect(opened).toMatchObject({ circuit_open: true });
    const since = opened?.changed_at;
    const shown = () =>
      registry()
        .list()
        .engines.find((engine) => engine.name === name)?.circuit;
    expect(shown()).toEqual({ state: 'open', since, next_probe_at: expect.stringMatching(/Z$/) });
    expect(Date.parse(shown()?.next_probe_at ?? '')).toBeGreaterThan(Date.parse(since ?? ''));
    sim().set({ faults: [] });
    await setClock(testEnvironment().adminUrl, 0);
    await eventually(async () => expect((await ask()).answers).toHaveLength(3));
    const closed = (await facts()).at(-1);
    expect(closed).toMatchObject({ circuit_open: false });
    expect(shown()).toEqual({ state: 'closed', since: null, next_probe_at: null });
    expect(closed?.revision).toBeGreaterThan(opened?.revision ?? NaN);
  });

  it('opens one epoch for each version that answers, counts anew the next day, and puts none of few answers in force [ENG-05] [ENG-10]', async () => {
    const epochNow = async (model: string) => {
      sim().set({ faults: [{ from: 1, fault: `drift:model=${model}` }] });
      // Several at once: the change makes one epoch.
      const all = await Promise.all([ask(), ask(), ask()]);
      expect(new Set(all.map((each) => each.engine_version)).size).toBe(1);
      return all[0].engine_version;
    };
    const first = (await ask()).engine_version;
    const [newest] = (await facts()).at(-1)?.epochs ?? [];
    const [, day, n] = /^current\+(.*)\.(\d+)$/.exec(newest.engine_version) ?? [];
    const [second, third] = [`current+${day}.${Number(n) + 1}`, `current+${day}.${Number(n) + 2}`];
    expect(await epochNow('jev-1.20.0')).toBe(second);
    expect(await epochNow('jev-1.21.0')).toBe(third);
    expect(await epochNow('jev-1.20.0')).toBe(second);
    const last = (await facts()).at(-1);
    expect(last).toMatchObject({ engine_version: first });
    expect(last?.epochs?.slice(0, 2).map(({ engine_version: epoch }) => epoch)).toEqual([third, second]);
    await setClock(testEnvironment().adminUrl, 24 * 3_600_000);
    const next = new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
    expect(await epochNow('jev-1.22.0')).toBe(`current+${next}.1`);
    // The others gave none of the last hour's answers.
    await eventually(() => expect(registry().get(name).row.epoch).toBe(`current+${next}.1`), 10_000);
    const { rows } = await broker().platform.database.query(
      'select n from epoch where engine = $1 and reported_model = $2',
      [name, 'jev-1.20.0'],
    );
    expect(rows).toEqual([{ n: Number(n) + 1 }]);
  });

  it('is refused nobody by a context or a key in a log line', () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.includes(key) || line.includes('lamp'))).toEqual([]);
  });
});

describe.each(engines)('the engine $name that says nothing', (engine) => {
  const { ask, lines, sim } = openBroker(engine, hastyMs);

  // The attempts are the broker's own count: one that ends before it was sent reaches no engine.
  it.each(rowsOf(engine.dialect).filter(({ wire }) => wire === 'silent'))(
    'is left after its time: $fault [ENG-11] [ENG-08]',
    async (row) => {
      sim().set({ faults: [{ from: 1, fault: row.fault }] });
      const from = lines.length;
      await expect(ask()).rejects.toMatchObject({ code: row.outcome, retryAfterS: expect.any(Number) });
      const logged = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
      const { attempts, class: failure } = row;
      expect(logged).toContainEqual(expect.objectContaining({ msg: 'an engine gave no answer', attempts, failure }));
      await eventually(() => expect(sim().requests()).toContainEqual(expect.objectContaining({ fault: row.fault })));
      expect(sim().trapHits()).toBe(0);
      expect(lines.filter((line) => line.includes(key) || line.includes('lamp'))).toEqual([]);
    },
  );
});
