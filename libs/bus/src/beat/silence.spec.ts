import { Silence, graceMs, silentAfterMs } from './silence';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A request that was sent now, and the moment, in milliseconds from now, at which it was found silent. */
function sent(owner: 'documents' | 'judgments' = 'documents') {
  let [listens, endedAtMs] = [true, null as number | null];
  let stoodMs = 0;
  const nowMs = (): number => performance.now() + stoodMs;
  const beganAtMs = nowMs();
  const state = { heardAtMs: beganAtMs };
  const endSilent = (): number => {
    if (endedAtMs === null && silence.isSilent(owner, state.heardAtMs)) endedAtMs = nowMs() - beganAtMs;
    return endedAtMs === null ? 1 : 0;
  };
  const silence: Silence = new Silence(endSilent, () => listens, nowMs);
  return {
    silence,
    hear: () => (state.heardAtMs = nowMs()),
    standStill: (ms: number) => (stoodMs += ms),
    listen: (now: boolean) => (listens = now),
    ended: () => endedAtMs,
  };
}

describe('a request of which nothing is heard', () => {
  it('ends three seconds after its owner was heard last [defect S-F3]', () => {
    const { silence, hear, ended } = sent();
    silence.replies('documents', true);
    silence.watch();
    for (let beat = 0; beat < 60; beat += 1) {
      jest.advanceTimersByTime(500);
      hear();
    }
    expect(ended()).toBeNull();
    jest.advanceTimersByTime(silentAfterMs + 250);
    expect(ended()).toBe(30_000 + silentAfterMs);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits on while its service has told nothing, or a process of an older release may have it', () => {
    const { silence, ended } = sent();
    silence.watch();
    jest.advanceTimersByTime(10_000);
    silence.replies('documents', true);
    silence.replies('documents', false);
    silence.replies('judgments', true);
    jest.advanceTimersByTime(59_000);
    expect(ended()).toBeNull();
    jest.advanceTimersByTime(1500);
    expect(ended()).toBe(70_250);
  });

  it('waits while the connection is away, and a moment more [defect S-F3]', () => {
    const { silence, listen, ended } = sent();
    silence.replies('documents', true);
    silence.watch();
    listen(false);
    jest.advanceTimersByTime(4000);
    expect([ended(), jest.getTimerCount()]).toEqual([null, 0]);
    listen(true);
    silence.listenAgain();
    jest.advanceTimersByTime(graceMs - 1);
    expect(ended()).toBeNull();
    jest.advanceTimersByTime(250);
    expect(ended()).toBe(4000 + graceMs);
  });

  it('waits a moment more when this process itself stood still', () => {
    const { silence, standStill, hear, ended } = sent();
    silence.replies('documents', true);
    silence.watch();
    standStill(20_000);
    jest.advanceTimersByTime(1000);
    expect(ended()).toBeNull();
    hear();
    jest.advanceTimersByTime(silentAfterMs - 250);
    expect(ended()).toBeNull();
  });
});
