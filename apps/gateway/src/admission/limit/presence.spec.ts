import { Bus } from '@app/bus';
import type { ReadsCounted } from '@app/contracts/gateway';
import { Presence } from './presence';

interface Gateway {
  presence: Presence;
  sentAtMs: number[];
  reads: Record<string, number>;
}

describe('gateways', () => {
  const hearing: ((counted: ReadsCounted) => void)[] = [];
  const open: Gateway[] = [];

  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => {
    open.splice(0).forEach(({ presence }) => presence.stop());
    hearing.splice(0);
    jest.useRealTimers();
  });

  /** A gateway on a bus that delivers at once. @param reads in flight at it */
  function gateway(reads: Record<string, number> = {}): Gateway {
    const sentAtMs: number[] = [];
    const bus = {
      connection: { connected: true },
      onBroadcast: (_: unknown, hear: (counted: ReadsCounted) => void) => void hearing.push(hear),
      broadcast: (_: unknown, counted: ReadsCounted) => {
        sentAtMs.push(performance.now());
        hearing.forEach((hear) => hear(counted));
      },
    } as unknown as Bus;
    const presence = new Presence(bus);
    presence.publish(() => reads);
    const one = { presence, sentAtMs, reads };
    open.push(one);
    return one;
  }

  async function started(...gateways: Gateway[]): Promise<void> {
    for (const { presence } of gateways) {
      const listening = presence.start();
      await jest.advanceTimersByTimeAsync(350);
      await listening;
    }
  }

  it('know each other’s reads before one that starts counts its first request [RATE-05]', async () => {
    const [first, second] = [gateway({ 'o n': 3 }), gateway()];
    await started(first);
    await jest.advanceTimersByTimeAsync(730);
    await started(second);
    expect(second.presence.readsElsewhere('o n')).toBe(3);
    expect([first, second].map(({ presence }) => presence.live())).toEqual([2, 2]);
  });

  it('say little while nothing is in flight, and count as gone two seconds after their last message', async () => {
    const [first, second] = [gateway(), gateway()];
    await started(first, second);
    const before = first.sentAtMs.length;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(first.sentAtMs.length - before).toBeLessThanOrEqual(20);
    expect(first.presence.live()).toBe(2);
    second.presence.stop();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(first.presence.live()).toBe(1);
  });

  it('say each 100 ms what is in flight while another lives, so that a lost message matters for that long', async () => {
    const [first, second] = [gateway(), gateway()];
    await started(first, second);
    first.reads['o n'] = 1;
    first.presence.changed();
    await jest.advanceTimersByTimeAsync(10);
    const before = first.sentAtMs.length;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(first.sentAtMs.length - before).toBe(10);
  });
});
