import { PermitGate, Permit } from './permit-gate';

const wanted = { lane: 'on_change' as const, owner: 'a', requests: 1, tokens: 10 };
const later = 3_600_000;

describe('the permit gate', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const until = (ms: number) => performance.now() + ms;
  const open = (share: Partial<Parameters<PermitGate['hold']>[0]>) => {
    const gate = new PermitGate();
    gate.hold({ requests_per_s: null, tokens_per_s: null, in_flight: 2, ...share }, until(later));
    return gate;
  };

  it('never has more under way than is held, and passes on what is given back', async () => {
    const gate = open({ in_flight: 2 });
    const permits: Permit[] = [];
    for (let i = 0; i < 5; i += 1) void gate.acquire({ ...wanted, untilMs: until(5_000) }).then((p) => permits.push(p));
    await jest.advanceTimersByTimeAsync(0);
    expect([permits.length, gate.inFlight, gate.waiting]).toEqual([2, 2, 3]);
    permits[0].release();
    permits[0].release();
    await jest.advanceTimersByTimeAsync(0);
    expect([permits.length, gate.inFlight, gate.waiting]).toEqual([3, 2, 2]);
  });

  it('lets an ask of several requests have as many under way as are free, and one at least', async () => {
    const gate = open({ in_flight: 5 });
    const take = () => gate.acquire({ ...wanted, places: 4, untilMs: until(5_000) });
    const first = await take();
    const second = await take();
    expect([first.places, second.places, gate.inFlight]).toEqual([4, 1, 5]);
    first.release();
    expect(gate.inFlight).toBe(1);
    expect((await gate.acquire({ ...wanted, untilMs: until(5_000) })).places).toBe(1);
  });

  it('keeps to requests a second, long asks to tokens a second', async () => {
    const granted = async (share: object, cost: object) => {
      const gate = open({ in_flight: 1000, ...share });
      let count = 0;
      for (let i = 0; i < 100; i += 1) {
        void gate.acquire({ ...wanted, ...cost, untilMs: until(later) }).then((permit) => {
          count += 1;
          permit.release();
        });
      }
      await jest.advanceTimersByTimeAsync(5_000);
      gate.close();
      return count;
    };
    // An empty bucket at first: five seconds are five seconds' worth, give or take a rounded wait.
    expect(await granted({ requests_per_s: 10 }, {})).toBeGreaterThanOrEqual(49);
    expect(await granted({ requests_per_s: 10 }, {})).toBeLessThanOrEqual(50);
    expect(await granted({ tokens_per_s: 1000 }, { tokens: 500 })).toBe(10);
    // Longer than a second's worth: let through when full, then paid back.
    expect(await granted({ tokens_per_s: 100 }, { tokens: 200 })).toBe(3);
  });

  it('refuses at once what cannot come in time, with the time after which it may', async () => {
    const gate = open({ in_flight: 1, requests_per_s: 1 });
    for (let i = 0; i < 20; i += 1) void gate.acquire({ ...wanted, untilMs: until(60_000) });
    await expect(gate.acquire({ ...wanted, untilMs: until(2_000) })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: expect.any(Number),
    });
    // Who is served first need not wait for the others.
    void gate.acquire({ ...wanted, lane: 'on_read', untilMs: until(2_500) });
    await jest.advanceTimersByTimeAsync(0);
    expect(gate.waiting).toBe(21);
    gate.close();
  });

  it('refuses at the deadline when the permit did not come, and forgets the asker', async () => {
    const gate = open({ in_flight: 1 });
    await gate.acquire({ ...wanted, untilMs: until(1_000) });
    const second = gate.acquire({ ...wanted, untilMs: until(1_000) });
    const refused = expect(second).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1 });
    await jest.advanceTimersByTimeAsync(1_001);
    await refused;
    expect(gate.waiting).toBe(0);
  });

  it('gives nothing once what it holds was not renewed', async () => {
    const gate = open({});
    gate.hold({ requests_per_s: null, tokens_per_s: null, in_flight: 2 }, until(1_000));
    await jest.advanceTimersByTimeAsync(1_001);
    let isGranted = false;
    void gate.acquire({ ...wanted, untilMs: until(5_000) }).then(() => (isGranted = true));
    await jest.advanceTimersByTimeAsync(500);
    expect(isGranted).toBe(false);
    gate.hold({ requests_per_s: null, tokens_per_s: null, in_flight: 2 }, until(1_000));
    await jest.advanceTimersByTimeAsync(0);
    expect(isGranted).toBe(true);
  });

  it('lets nobody wait long for what another replica holds', async () => {
    const gate = open({ in_flight: 0 });
    const refused = expect(gate.acquire({ ...wanted, untilMs: until(30_000) })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: 1,
    });
    await jest.advanceTimersByTimeAsync(2_001);
    await refused;
  });

  it('halves when the engine says that it is asked too often, once a second, and regains slowly', async () => {
    const gate = open({ in_flight: 32 });
    gate.throttle.slowDown();
    gate.throttle.slowDown();
    expect(gate.throttle.factor()).toBeCloseTo(0.5);
    await jest.advanceTimersByTimeAsync(4_000);
    expect(gate.throttle.factor()).toBeCloseTo(0.7);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(gate.throttle.factor()).toBe(1);
  });
});
