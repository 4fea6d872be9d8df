import { Sim, faultAsk, faultsOf, startSim } from '@app/testing/simulator';
import { EngineClient } from './engine-client';
import { openEngine } from './open-engine';
import type { Clock } from './clock';
import { parseEngineEntry } from './entry/parse-entry';
import type { EngineFailure } from './failure/failure';
import type { AskInput } from './question/question';
import { askWithRetries } from './retry/ask-with-retries';

/** A clock that only sleeps move; a sleep takes no real time. */
class FakeClock implements Clock {
  private now = Date.UTC(2026, 10, 20);
  nowMs = () => this.now;
  sleep = async (ms: number) => void (this.now += ms);
}
const input: AskInput = { ...faultAsk, seed: 'doc-1:3', images: [] };

describe.each([
  ['jev', '/jev/v1/systemone', 'typesafe', 'systemone'],
  ['pplx-decider', '/pplx/v1/decisions', 'openai', 'systemone'],
  ['ollama', '/ollama/v1/systemone', 'auto', 'systemone'],
  ['gpt-6-luna', '/openai/v1/decisions', 'openai', 'openai_decisions'],
] as const)('the adapter against the simulated %s', (preset, path, errorStyle, dialect) => {
  const model = dialect === 'systemone' ? 'jev-1.13.0' : 'gpt-6-luna';
  let sim: Sim;
  let client: EngineClient;
  let clock: FakeClock;
  beforeEach(async () => {
    clock = new FakeClock();
    sim = await startSim({ seed: 'faults', clock });
    client = open(5000);
  });
  const open = (timeoutMs: number) => {
    const raw = {
      preset,
      base_url: sim.url,
      path,
      error_style: errorStyle,
      model,
      key: 'sim-1',
      timeout_ms: timeoutMs,
    };
    return openEngine(parseEngineEntry('jev', raw), { clock });
  };
  afterEach(async () => {
    await sim.close();
    await client.close();
  });
  const ask = (deadlineMs = 120_000, onFailure?: (failure: EngineFailure) => void) =>
    askWithRetries(client, input, { clock, deadlineAt: clock.nowMs() + deadlineMs, random: () => 0.5, onFailure });

  it.each(faultsOf(dialect))('reacts to $fault as the table says [ENG-11]', async (row) => {
    sim.set({ faults: [{ from: 1, fault: row.fault }] });
    // Only a silent engine is waited for until its time-out.
    if (row.wire === 'silent') client = open(100);
    const classes: string[] = [];
    const outcome = await ask(120_000, ({ failureClass }) => classes.push(failureClass));
    expect(classes).toEqual(row.class === null ? [] : Array(row.attempts).fill(row.class));
    expect(outcome).toMatchObject({ attempts: row.attempts, waitedMs: row.waitedMs, ok: row.outcome === 'answered' });
    expect(sim.requests()).toHaveLength(row.attempts);
    expect(sim.trapHits()).toBe(0);
    if (!outcome.ok) {
      expect(outcome.reason).toBe(row.outcome);
      expect(outcome.failure.message.length).toBeLessThanOrEqual(300);
      expect(outcome.failure.message).not.toContain('lamp');
      return;
    }
    const parts = outcome.reply.answers.map((answer) => (answer.type === 'failed' ? answer.reason : 'ok'));
    expect(parts).toEqual(row.parts ?? ['ok', 'ok', 'ok']);
  });

  it('gets its answers when a passing fault is over', async () => {
    sim.queue(['503', 'badjson', '429:ms=10', 'ok']);
    expect(await ask()).toMatchObject({ ok: true, attempts: 4, waitedMs: 260 });
  });

  it('never waits past its deadline, and keeps the best reply so far', async () => {
    sim.queue(['429:seconds=5', 'ok']);
    expect(await ask(4000)).toMatchObject({ ok: false, attempts: 1, waitedMs: 0, reason: 'engine_unavailable' });
    sim.reset();
    sim.queue(['missing:q1', '401']);
    const kept = await ask();
    expect(kept.ok && kept.reply.answers.map(({ type }) => type)).toEqual(['bool', 'failed', 'score']);
  });

  it('makes no further attempt when `mayRetry` turns false, before a wait or during it [ENG-11]', async () => {
    const tryWhile = (mayRetry: () => boolean) => {
      sim.reset();
      sim.queue(['missing:q1', '503', 'ok']);
      const deadlineAt = clock.nowMs() + 120_000;
      return askWithRetries(client, input, { clock, deadlineAt, random: () => 0.5, mayRetry });
    };
    expect(await tryWhile(() => true)).toMatchObject({ ok: true, attempts: 3, waitedMs: 250 });
    const before = await tryWhile(() => sim.requests().length < 2);
    expect(before).toMatchObject({ attempts: 2, waitedMs: 0, reply: { answers: [{}, { type: 'failed' }, {}] } });
    const startedAt = clock.nowMs();
    const during = await tryWhile(() => clock.nowMs() === startedAt);
    expect(during).toMatchObject({ attempts: 2, waitedMs: 250, reply: { answers: [{}, { type: 'failed' }, {}] } });
  });

  it('reports model and tokens, and null for tokens that the reply does not count', async () => {
    const first = await ask();
    expect(first.ok && first.reply).toMatchObject({
      reportedModel: model,
      tokens: { input: expect.any(Number) },
    });
    sim.queue(['usage_float', 'drift:model=jev-1.15.0']);
    const [uncounted, drifted] = [await ask(), await ask()];
    expect(uncounted.ok && uncounted.reply.tokens).toBeNull();
    expect(drifted.ok && drifted.reply.reportedModel).toBe('jev-1.15.0');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('stops at once when the caller aborts', async () => {
    sim.queue(['hang:forever']);
    const caller = new AbortController();
    const asking = client.ask(input, { deadlineMs: 10_000, signal: caller.signal });
    const refused = expect(asking).rejects.toThrow(/left/);
    while (sim.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error('The caller left.'));
    await refused;
    expect(sim.requests()).toHaveLength(1);
  });
});
