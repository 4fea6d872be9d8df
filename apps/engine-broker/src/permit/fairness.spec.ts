import type { Lane } from '@app/contracts/engines';
import { PermitGate } from './permit-gate';

const askMs = 100;
const inFlight = 4;
const seconds = 10;
/** Permits that an engine can give in the time played. */
const room = (inFlight * seconds * 1_000) / askMs;

/** So many askers of one namespace and lane, each asking again when it is answered. */
interface Load {
  owner: string;
  lane: Lane;
  depth: number;
}

describe('an engine under more load than it takes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Plays the time on the injected clock; each permit is kept as long as an answer takes. */
  async function play(loads: Load[]): Promise<Record<string, { served: number; longestMs: number }>> {
    const gate = new PermitGate(() => performance.now());
    const untilMs = performance.now() + 3_600_000;
    gate.hold({ requests_per_s: null, tokens_per_s: null, in_flight: inFlight }, untilMs);
    const got: Record<string, { served: number; longestMs: number }> = {};
    for (const { owner, lane, depth } of loads) {
      const own = (got[`${owner} ${lane}`] ??= { served: 0, longestMs: 0 });
      const asker = async () => {
        for (;;) {
          const permit = await gate.acquire({ lane, owner, requests: 1, tokens: 10, untilMs });
          own.served += 1;
          own.longestMs = Math.max(own.longestMs, permit.waitedMs);
          await new Promise((resolve) => setTimeout(resolve, askMs));
          permit.release();
        }
      };
      for (let n = 0; n < depth; n += 1) void asker();
    }
    await jest.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    gate.close();
    return got;
  }

  it('serves namespaces of a lane alike, however many asks one has waiting', async () => {
    const quiet = Array.from({ length: 9 }, (_, n): Load => ({ owner: `quiet${n}`, lane: 'on_change', depth: 2 }));
    const got = await play([{ owner: 'loud', lane: 'on_change', depth: 500 }, ...quiet]);
    const served = Object.values(got).map((each) => each.served);
    expect(served.reduce((sum, count) => sum + count, 0)).toBe(room);
    for (const count of served) expect(Math.abs(count - room / 10)).toBeLessThanOrEqual(inFlight);
    for (const { owner } of quiet) expect(got[`${owner} on_change`].longestMs).toBeLessThanOrEqual(10 * askMs);
  });

  it('lets a read go first, and gives every lane behind a full one its share', async () => {
    const got = await play([
      { owner: 'a', lane: 'on_change', depth: 300 },
      { owner: 'b', lane: 'backfill', depth: 300 },
      { owner: 'c', lane: 'fanout', depth: 300 },
      { owner: 'd', lane: 'on_read', depth: 1 },
    ]);
    const [change, backfill, fanOut, read] = ['a on_change', 'b backfill', 'c fanout', 'd on_read'].map(
      (who) => got[who],
    );
    // A read waits for one answer to end at most, save when a lane's turn has just come.
    expect(read.longestMs).toBeLessThanOrEqual(2 * askMs);
    expect(read.served).toBeGreaterThanOrEqual(room / inFlight / 2);
    expect(backfill.served).toBeGreaterThanOrEqual(Math.floor(room / 20));
    expect(fanOut.served).toBeGreaterThanOrEqual(Math.floor(room / 20));
    expect(change.served).toBeGreaterThan(5 * backfill.served);
  });
});
