import { Sim, faultAsk, startSim } from '@app/testing/simulator';
import type { Clock } from '../clock';
import type { EngineClient } from '../engine-client';
import type { FailureClass } from '../failure/failure';
import { openEngine } from '../open-engine';
import type { AskInput } from '../question/question';
import { askWithRetries } from '../retry/ask-with-retries';
import { simulated } from './simulated.fake';

const input: AskInput = { ...faultAsk, seed: 'doc-1:3', images: [] };
const clockOf = (): Clock => {
  let now = Date.UTC(2026, 10, 28);
  return { nowMs: () => now, sleep: async (ms) => void (now += ms) };
};

/** A fault met at every attempt: failure class, attempts, the sum of their waits, the reason of call or answers, its words. */
type Row = [
  fault: string,
  failureClass: FailureClass,
  attempts: number,
  waitedMs: number,
  reason: string,
  words: RegExp,
];

const B = 'engine_bad_answer';
const U = 'engine_unavailable';
const both: Row[] = [
  ['429', 'rate', 4, 3_500, U, /429/],
  ['429:seconds=2', 'rate', 4, 6_000, U, /429/],
  ['500', 'overload', 4, 1_750, U, /500/],
  ['503:seconds=1', 'overload', 4, 3_000, U, /503/],
  ['529', 'overload', 4, 1_750, U, /529/],
  ['502html', 'overload', 4, 1_750, U, /an HTML page/],
  ['504html:after=1', 'stall', 2, 0, U, /an HTML page/],
  ['html200', 'stall', 2, 0, U, /an HTML page/],
  ['401', 'auth', 1, 0, U, /401/],
  ['404', 'no_model', 1, 0, U, /404: The model does not exist/],
  ['413', 'bad_request', 1, 0, 'engine_rejected', /413/],
  ['hang:forever', 'stall', 2, 0, U, /no answer in time/],
  ['reset', 'overload', 4, 1_750, U, /could not be reached/],
  ['reset_mid', 'stall', 2, 0, U, /broke off its reply/],
  ['redirect', 'bad_request', 1, 0, 'engine_rejected', /307/],
  ['badjson', 'bad_answer', 2, 0, B, /no readable body/],
  ['cut', 'bad_answer', 2, 0, B, /no readable body/],
  ['empty', 'bad_answer', 2, 0, B, /no readable body/],
  ['refusal', 'refusal', 1, 0, 'engine_refused', /refused/],
];
const openAi: Row[] = [
  ...both,
  ['429:quota', 'quota', 1, 0, U, /429/],
  ['filter', 'refusal', 1, 0, 'engine_refused', /refused/],
  ['nochoice', 'bad_answer', 2, 0, B, /no choice/],
  ['provider', 'overload', 4, 1_750, U, /error of the provider \(502\)/],
];
const lettered: Row[] = [
  ['think', 'bad_answer', 2, 0, B, /began to think/],
  ['mass', 'bad_answer', 2, 0, B, /hold 0\.\d\d of the probability/],
  ['nologprobs', 'bad_answer', 2, 0, B, /no log probabilities.*`chat.reads` to `stated`/],
];
const stated: Row[] = [
  ['length', 'bad_answer', 2, 0, B, /cut at its most tokens/],
  ['prose', 'bad_answer', 2, 0, B, /no JSON object/],
];

describe.each([
  ['openai', 'logprobs', [...openAi, ...lettered]],
  ['azure', 'stated', [...openAi, ...stated, ['filter400', 'refusal', 1, 0, 'engine_refused', /Forced/] as Row]],
  ['anthropic', 'stated', [...both, ...stated, ['nochoice', 'bad_answer', 2, 0, B, /no text/] as Row]],
] as const)('a chat model of %s, %s', (server, reads, rows) => {
  let sim: Sim;
  let client: EngineClient;
  beforeAll(async () => {
    sim = await startSim({ seed: 'chat-faults' });
  });
  beforeEach(() => {
    sim.reset();
    sim.set({ faults: [], refused_members: [], keys: null, chat_models: null });
  });
  afterEach(() => client.close());
  afterAll(() => sim.close());
  const ask = (clock: Clock, told: string[] = [], timeoutMs = 5_000) => {
    const entry = simulated(sim, server, { chat: { reads }, timeout_ms: timeoutMs });
    client = openEngine(entry, { clock });
    const onFailure = (failure: { failureClass: string; message: string }) => told.push(failure.failureClass);
    return askWithRetries(client, input, { clock, deadlineAt: clock.nowMs() + 120_000, random: () => 0.5, onFailure });
  };

  it.each(rows)('answers %s as %s', async (fault, failureClass, attempts, waitedMs, reason, words) => {
    sim.set({ faults: [{ from: 1, fault }] });
    const told: string[] = [];
    const outcome = await ask(clockOf(), told, fault === 'hang:forever' ? 50 : 5_000);
    expect(outcome).toMatchObject({ attempts, waitedMs });
    expect(sim.trapHits()).toBe(0);
    // A failure of a reply concerns its question; one of the connection, or of no document, concerns the call.
    if (!outcome.ok) {
      expect(told).toEqual(Array(attempts).fill(failureClass));
      expect([outcome.reason, outcome.failure.message]).toEqual([reason, expect.stringMatching(words)]);
      expect(outcome.failure.message).not.toContain('lamp');
      return;
    }
    expect(outcome.reply.answers).toEqual(
      Array(3).fill({ type: 'failed', reason, detail: expect.stringMatching(words) }),
    );
  });

  it('tells a wrong key and a model that is not there as the operator’s to mend', async () => {
    sim.set({ keys: ['another'] });
    expect(await ask(clockOf())).toMatchObject({ ok: false, attempts: 1, isUnhealthy: true, reason: U });
    await client.close();
    sim.set({ keys: null, chat_models: ['large'] });
    expect(await ask(clockOf())).toMatchObject({
      ok: false,
      isUnhealthy: true,
      failure: { failureClass: 'no_model', message: expect.stringContaining('`small` does not exist') },
    });
  });

  it('leaves out what the server refuses by name, and answers', async () => {
    const member = server === 'anthropic' ? 'thinking' : 'reasoning_effort';
    sim.set({ refused_members: ['temperature', member, ...(server === 'anthropic' ? [] : ['max_tokens'])] });
    const outcome = await ask(clockOf());
    expect(outcome).toMatchObject({ ok: true, attempts: 1 });
    const statuses = sim.requests().map(({ status }) => status);
    const refusals = server === 'anthropic' ? 2 : 3;
    expect(statuses).toEqual([...Array(refusals).fill(400), ...Array(reads === 'logprobs' ? 3 : 1).fill(200)]);
  });
});
