import type { Bus } from '@app/bus';
import type { Leases } from '@app/persistence';
import type { AdmissionDatabase } from '../database/admission-database';
import type { Presence } from './presence';
import { RateLimits } from './rate-limits';

/** What a leader may have let in leaves the windows before the lease may be another's. */
const leadMs = 1900;
let takes: number;
let find: () => Promise<boolean>;
let limits: RateLimits;

beforeEach(async () => {
  jest.useFakeTimers({ now: 0 });
  takes = 0;
  const take = async () => ({ name: 'keeper', fence: (takes += 1) });
  const leases = { role: () => ({ take, due: 'due', leaveSoon: () => Promise.resolve() }) } as unknown as Leases;
  const bus = { connection: { listeners: { listen: () => ({ end: () => undefined }) } } } as unknown as Bus;
  const database = { finds: () => find() } as unknown as AdmissionDatabase;
  limits = new RateLimits(bus, leases, { id: 'a', live: () => 1 } as unknown as Presence, database);
  await limits.renew();
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a limit leader', () => {
  it('leads on without a renewal while looks find that nobody asks for its lease', async () => {
    find = () => Promise.resolve(false);
    for (let look = 0; look < 10; look += 1) {
      await pass(500);
      expect([await limits.look(), limits.isLeader]).toEqual([false, true]);
    }
    expect(takes).toBe(1);
    await pass(leadMs - 1);
    expect(limits.isLeader).toBe(true);
    await pass(1);
    expect(limits.isLeader).toBe(false);
  });

  it('is to renew when its lease is asked for, and leads no longer than its last renewal allows', async () => {
    find = () => Promise.resolve(true);
    await pass(500);
    expect(await limits.look()).toBe(true);
    await pass(leadMs - 500);
    expect(limits.isLeader).toBe(false);
  });

  it('counts from when it asked: an answer that took too long says nothing', async () => {
    let answer: (found: boolean) => void = () => undefined;
    find = () => new Promise((resolve) => (answer = resolve));
    await pass(1000);
    const slow = limits.look();
    await pass(800);
    answer(false);
    expect(await slow).toBe(false);
    await pass(leadMs - 800);
    expect(limits.isLeader).toBe(false);
    await limits.renew();
    const late = limits.look();
    await pass(leadMs + 1);
    answer(false);
    expect([await late, limits.isLeader]).toEqual([true, false]);
  });

  it('that does not lead is to try each time, without asking first', async () => {
    find = () => Promise.reject(new Error('not asked'));
    await pass(leadMs);
    expect(await limits.look()).toBe(true);
  });

  it('that has resigned leads no more, whatever a look finds', async () => {
    find = () => Promise.resolve(false);
    const look = limits.look();
    await limits.endLead();
    expect([await look, limits.isLeader]).toEqual([true, false]);
    await limits.renew();
    expect([limits.isLeader, takes]).toEqual([false, 1]);
  });
});
