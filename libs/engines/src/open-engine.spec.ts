import { Sim, faultAsk, startSim } from '@app/testing/simulator';
import { EngineClient } from './engine-client';
import { openEngine } from './open-engine';
import { systemClock } from './clock';
import { parseEngineEntry } from './entry/parse-entry';
import { EngineFailure } from './failure/failure';
import type { AskReply } from './question/answer';
import type { AskInput, Question } from './question/question';
import { maxWaitMs, askWithRetries } from './retry/ask-with-retries';

const input: AskInput = { ...faultAsk, seed: 's', images: [] };
const limits = { deadlineMs: 5000 };
let sim: Sim;
const clients: EngineClient[] = [];
const open = (changes: object = {}): EngineClient => {
  const entry = parseEngineEntry('jev', { preset: 'simulator', base_url: sim.url, ...changes });
  const client = openEngine(entry, { clock: systemClock });
  clients.push(client);
  return client;
};
beforeEach(async () => {
  sim = await startSim({ rounding: 'none', saturate: 2 });
});
afterEach(async () => {
  await sim.close();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

it('reads the same answer from every order in which options are shown', async () => {
  const client = open({ probability_step: null });
  const team: Question = {
    type: 'choice',
    question: 'Which team?',
    options: ['billing', 'shipping', 'returns', 'account', 'other'].map((value) => ({ value })),
  };
  const orders = new Set<string>();
  const read = async (seed: string) => {
    const [answer] = (await client.ask({ ...input, questions: [team], seed }, limits)).answers;
    if (answer.type !== 'choice') throw new Error(answer.type);
    orders.add(JSON.stringify(answer.order));
    return [answer.value, ...Object.values(answer.dist), answer.escape_p];
  };
  const [value, ...shares] = await read('0');
  for (let seed = 1; seed < 30; seed += 1) {
    const [other, ...others] = await read(String(seed));
    expect(other).toBe(value);
    others.forEach((share, index) => expect(share).toBeCloseTo(Number(shares[index]), 12));
  }
  expect(orders.size).toBeGreaterThan(20);
});

it('sends one question a request to an engine with `batch` single, and adds up the tokens', async () => {
  const whole = await open().ask(input, limits);
  const single = await open({ batch: 'single' }).ask(input, limits);
  expect(sim.requests().map(({ questions }) => questions)).toEqual([3, 1, 1, 1]);
  const values = ({ answers }: AskReply) => JSON.stringify(answers);
  expect(values(single)).toBe(values(whole));
  expect(single.tokens?.output).toBe(whole.tokens?.output);
  expect(single.tokens?.input).toBeGreaterThan(whole.tokens?.input ?? Infinity);
});

it('sends no question that is over the engine’s limits, and all others', async () => {
  const { answers } = await open({ limits: { options: 3, levels: 2 } }).ask(input, limits);
  expect(answers[2]).toMatchObject({ type: 'failed', reason: 'engine_rejected' });
  expect(answers[0].type).toBe('bool');
  expect(sim.requests()[0].questions).toBe(2);
  const error = await open({ limits: { body: 100 } })
    .ask(input, limits)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineFailure);
  expect(error).toMatchObject({ failureClass: 'too_long' });
});

it('waits a minute at most, also when an engine asks for more', async () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, sleep: async (ms: number) => void (nowMs += ms) };
  sim.queue(['429:seconds=3600', 'ok']);
  const outcome = await askWithRetries(open(), input, { clock, deadlineAt: 300_000, random: Math.random });
  expect(outcome).toMatchObject({ ok: true, attempts: 2, waitedMs: maxWaitMs });
});

it('waits at an engine that queues requests, and fails at one that sheds them', async () => {
  sim.set({ latency: 20, max_in_flight: { count: 1, mode: 'queue' } });
  const client = open();
  const all = (count: number) => Promise.allSettled(Array.from({ length: count }, () => client.ask(input, limits)));
  expect((await all(4)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  // All four have arrived long before the first is answered.
  sim.set({ latency: 1000, max_in_flight: { count: 1, mode: 'shed' } });
  const shed = (await all(4)).filter(({ status }) => status === 'rejected');
  expect(shed).toHaveLength(3);
  expect(shed[0]).toMatchObject({ reason: { failureClass: 'overload', status: 529 } });
});

it('returns the engine’s id of the request', async () => {
  const { requestId } = await open().ask(input, limits);
  expect(requestId).toMatch(/^req_[0-9a-f]{24}$/);
});
