import { Running } from '@app/boot';
import { Ask, EngineQuestion, Nothing, askEngine, listEngines } from '@app/contracts/engines';
import { FakeService, callerOf, freshSchema, startService } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from '../engine/engine.registry';

const questions: EngineQuestion[] = [
  { type: 'bool', question: 'Is a refund asked for?' },
  {
    type: 'choice',
    question: 'Which team?',
    options: [{ value: 'billing' }, { value: 'shipping' }],
    escape: 'neither',
  },
  { type: 'score', question: 'How upset?', levels: [1, 4].map((value) => ({ value, description: `level ${value}` })) },
];
const ask: Ask = {
  ask_id: 'ask_1',
  organization: 'org_chat',
  namespace: 'acme/prod/a',
  lane: 'on_change',
  context: 'Third broken lamp. I am done with you.',
  seed: 'doc-1:3',
  questions,
  images: [],
};
const scripts = [
  { match: { question: 'refund' }, answer: { p: 0.87654321 } },
  { match: { question: 'team' }, answer: { probs: { billing: 0.5, shipping: 0.3, neither: 0.2 } } },
  { match: { question: 'upset' }, answer: { level_probs: [0.25, 0.75] } },
];

describe('asking a chat model', () => {
  let sim: Sim;
  let broker: Running;
  let judgments: FakeService;
  const names = { jev: 'logprobs', 'gpt-6-luna': 'stated' } as const;

  beforeAll(async () => {
    sim = await startSim({ scripts });
    await freshSchema(brokerSchema);
    const entry = { model: 'small', canary: false };
    const entries = {
      jev: { preset: 'openai', base_url: `${sim.url}/openai`, ...entry, rate: { in_flight: 8 } },
      'gpt-6-luna': { preset: 'anthropic', base_url: `${sim.url}/anthropic`, ...entry },
    };
    const keys = { ENGINE_JEV_KEY: 'sim-1', ENGINE_GPT_6_LUNA_KEY: 'sim-2' };
    broker = await startService(brokerService, { env: { ENGINES: JSON.stringify(entries), ...keys } });
    judgments = await FakeService.open('judgments');
  });
  beforeEach(() => sim.reset());
  afterAll(async () => {
    await judgments?.stop();
    await broker?.stop();
    await sim?.close();
  });

  it.each([
    ['jev', 3],
    ['gpt-6-luna', 1],
  ] as const)('gives its numbers to 1e-9, and says where they come from: %s [ENG-02]', async (name, requests) => {
    const reply = await judgments.ask(askEngine[name], ask, callerOf('org_chat'));
    expect(reply).toMatchObject({ probability_source: names[name], engine_version: expect.stringMatching(/^current/) });
    const [bool, choice, score] = reply.answers;
    expect(bool.p).toBeCloseTo(0.87654321, 9);
    expect(choice).toMatchObject({ value: 'billing', escape_p: expect.closeTo(0.2, 9) });
    expect(choice.dist).toEqual({ billing: expect.closeTo(0.5, 9), shipping: expect.closeTo(0.3, 9) });
    expect(score).toMatchObject({ value: 4, score: expect.closeTo(0.25 + 3, 9), normalized: expect.closeTo(0.75, 9) });
    expect(sim.requests()).toHaveLength(requests);
    expect(broker.app.get(EngineRegistry).get(name).row.reported_model).toBe('small');
    expect(broker.app.get(EngineRegistry).get(name).gate.inFlight).toBe(0);
  });

  it('takes a permit for each request before the first is sent, and for what a refusal repeats', async () => {
    const { gate } = broker.app.get(EngineRegistry).get('jev');
    const acquire = jest.spyOn(gate, 'acquire');
    sim.set({ refused_members: ['reasoning_effort'] });
    const spent: number[] = [];
    acquire.mockImplementationOnce(async (wanted) => {
      acquire.mockRestore();
      spent.push(wanted.requests);
      const permit = await gate.acquire(wanted);
      return { ...permit, spendAgain: (requests) => void spent.push(requests) };
    });
    sim.queue(['ok', 'ok', '500', 'ok']);
    const reply = await judgments.ask(askEngine.jev, ask, callerOf('org_chat'));
    expect(reply.answers.map(({ failure }) => failure)).toEqual([null, null, null]);
    // Three questions; the first once more without the member. Then what one attempt has left over.
    expect(spent[0]).toBe(3);
    expect(spent.reduce((sum, requests) => sum + requests, 0)).toBe(sim.requests().length);
    sim.set({ refused_members: [] });
  });

  it('is listed with the source of its probabilities', async () => {
    const { engines } = await judgments.ask(listEngines, new Nothing(), callerOf('org_chat'));
    const listed = engines.map(({ name, probability_source }) => [name, probability_source]);
    expect(listed).toEqual([
      ['jev', 'logprobs'],
      ['gpt-6-luna', 'stated'],
      ['pplx-decider', null],
    ]);
  });
});
