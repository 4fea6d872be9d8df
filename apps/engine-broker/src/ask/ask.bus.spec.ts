import { Running } from '@app/boot';
import { Ask, EngineQuestion, EngineReply, Nothing, askEngine, listEngines } from '@app/contracts/engines';
import { EngineName } from '@app/definition';
import { FakeService, callerOf, freshSchema, startService } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { armKillPoints } from '@app/persistence';
import { Call } from '@app/bus';
import { EngineRegistry } from '../engine/engine.registry';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';

const bool: EngineQuestion = { type: 'bool', question: 'Is a refund asked for?', criteria: { true: 'money back' } };
const questions: EngineQuestion[] = [
  bool,
  {
    type: 'choice',
    question: 'Which team?',
    options: [
      { value: 'billing', description: 'invoices and money back' },
      { value: 'shipping', description: 'parcels and damage on the way' },
    ],
    escape: 'none of these',
  },
  {
    type: 'score',
    question: 'How upset is the customer?',
    levels: [
      { value: 1, description: 'calm' },
      { value: 4, description: 'furious' },
    ],
  },
];
const askOf = (others: Partial<Ask> = {}): Ask => ({
  ask_id: 'ask_1',
  organization: 'org_broker',
  namespace: 'acme/prod/a',
  lane: 'on_change',
  context: 'Third broken lamp. I am done with you.',
  seed: 'doc-1:3',
  questions,
  images: [],
  ...others,
});

describe('asking', () => {
  let sim: Sim;
  let broker: Running;
  let judgments: FakeService;
  const ask = (others: Partial<Ask> = {}, engine: EngineName = 'jev'): Promise<EngineReply> =>
    judgments.ask(askEngine[engine], askOf(others), callerOf('org_broker'));

  beforeAll(async () => {
    sim = await startSim({ seed: 'broker' });
    await freshSchema(brokerSchema);
    const entry = { preset: 'simulator', base_url: sim.url, path: '/jev/v1/systemone', timeout_ms: 10_000 };
    broker = await startService(brokerService, {
      env: { ENGINES: JSON.stringify({ jev: entry }), ENGINE_JEV_KEY: 'sim-secret-1' },
    });
    judgments = await FakeService.open('judgments');
  });
  afterAll(async () => {
    await judgments?.stop();
    await broker?.stop();
    await sim?.close();
  });
  beforeEach(() => sim.reset());

  it('answers each type, in the order asked, in the epoch in force [ENG-05]', async () => {
    const { answers, engine_version: epoch, engine_tokens: tokens } = await ask();
    expect(epoch).toMatch(/^current\+\d{4}-\d\d-\d\d\.\d+$/);
    expect(tokens).toBeGreaterThan(0);
    expect(answers[0]).toMatchObject({ failure: null, p: expect.any(Number), dist: null });
    expect(Object.keys(answers[1].dist ?? {}).sort()).toEqual(['billing', 'shipping']);
    expect([...(answers[1].order ?? [])].sort()).toEqual(['', 'billing', 'shipping']);
    expect(answers[2]).toMatchObject({ failure: null, score: expect.any(Number), normalized: expect.any(Number) });
  });

  it('sends ten questions of one context in one request', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => ({ ...bool, question: `${bool.question} ${i}` }));
    expect((await ask({ questions: ten })).answers).toHaveLength(10);
    expect(sim.requests()).toHaveLength(1);
  });

  it('passes a place to die before and after the engine answers', async () => {
    const reached: string[] = [];
    armKillPoints((name) => void reached.push(name));
    await ask();
    armKillPoints(() => undefined);
    expect(reached).toEqual(['engine-broker.ask.before-http', 'engine-broker.ask.after-http']);
  });

  it('blames no engine for an asker who gave it no time', async () => {
    // The engine answers long after the askers have gone; they wait long enough for their asks to reach it.
    sim.set({ latency: 5000 });
    const opening = jest.spyOn(broker.app.get(EngineRegistry), 'openCircuit');
    const hasty = new Call(Date.now() + 2500, callerOf('org_broker'));
    const asks = Array.from({ length: 8 }, () => judgments.requester.ask(askEngine.jev, askOf(), hasty));
    const ends = await Promise.allSettled(asks);
    sim.set({ latency: 'zero' });
    expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'));
    expect(sim.requests().length).toBeGreaterThanOrEqual(5);
    expect(opening).not.toHaveBeenCalled();
    expect((await ask()).answers).toHaveLength(3);
  });

  it('tells why a request that is none is refused', async () => {
    const unknown = { lane: 'express' } as unknown as Partial<Ask>;
    await expect(ask(unknown)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { path: '/lane' },
    });
    await expect(ask({ images: ['img_1'] })).rejects.toMatchObject({ details: { path: '/images' } });
    await expect(ask({ questions: [{ type: 'choice', question: 'Which?' }] })).rejects.toMatchObject({
      details: { path: '/questions/0/options' },
    });
    expect(sim.requests()).toEqual([]);
  });

  it('publishes the registry [ENG-01] [ENG-03] [ENG-09]', async () => {
    const { engines } = await judgments.ask(listEngines, new Nothing(), callerOf('org_broker'));
    const limits = { images: false, max_context_tokens: 32000, questions_per_request: 32, options: 254, levels: 10 };
    const circuit = { state: 'closed', since: null, next_probe_at: null };
    expect(engines).toEqual([
      {
        name: 'jev',
        version: 'current',
        active: true,
        weight: 1,
        source: 'simulator',
        limits,
        probability_step: 0.01,
        probability_source: null,
        engine_version: expect.stringMatching(/^current\+/),
        also: [],
        circuit,
      },
      {
        name: 'gpt-6-luna',
        version: 'current',
        active: true,
        weight: 2.5,
        source: 'built_in',
        limits,
        probability_step: null,
        probability_source: null,
        engine_version: expect.stringMatching(/^current\+/),
        also: [],
        circuit,
      },
      {
        name: 'pplx-decider',
        version: null,
        active: false,
        weight: 1,
        source: null,
        limits,
        probability_step: null,
        probability_source: null,
        engine_version: null,
        also: [],
        circuit,
      },
    ]);
    await expect(ask({}, 'pplx-decider')).rejects.toMatchObject({ code: 'engine_version_unavailable' });
    expect((await ask({}, 'gpt-6-luna')).answers.map(({ failure }) => failure)).toEqual([null, null, null]);
  });
});
