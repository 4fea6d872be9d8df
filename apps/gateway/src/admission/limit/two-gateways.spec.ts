import { Bus } from '@app/bus';
import type { AllowanceBorrowed, BorrowAllowance } from '@app/contracts/gateway';
import { Worker, worker } from '@app/boot';
import { Health, Metrics, createLogger } from '@app/observability';
import type { Database, Leases } from '@app/persistence';
import { Problem } from '@app/problem';
import type { AdmissionDatabase } from '../database/admission-database';
import { RateLimits, renewMs } from './rate-limits';
import type { Presence } from './presence';

const logger = createLogger({ service: 'spec', replica: '0', level: 'silent' });
const metrics = new Metrics('spec', '0');
const isLong = process.env.LONG === '1';
const [keyLimit, organizationLimit, lastMs] = [1000, 2000, isLong ? 12_000 : 6_000];
/** In the first second whole limits are free; in the next one a gateway learns that a limit is reached. */
const settledMs = 2_000;
const keys = ['k0', 'k1', 'k2'];

interface Passed {
  atMs: number;
  key: string;
}
/** Requests that arrive in one millisecond. */
type Load = (ms: number) => { gateway: number; key: string }[];

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** Two gateways on one clock, of which the first leads. @param tripMs of a question to the leader, there and back */
async function openGateways(tripMs: number): Promise<{ gateways: RateLimits[]; renewing: Worker[] }> {
  const gateways: RateLimits[] = [];
  const renewing: Worker[] = [];
  let holder: number | null = null;
  for (const place of [0, 1]) {
    const half = () => new Promise((resolve) => setTimeout(resolve, tripMs / 2));
    const ask = async (_: unknown, query: BorrowAllowance): Promise<AllowanceBorrowed> => {
      await half();
      const leader = gateways.find((one) => one.isLeader);
      if (!leader) throw new Problem('unavailable', 'nobody leads');
      const reply = leader.grant(query);
      await half();
      return reply;
    };
    const listen = () => ({ end: () => undefined });
    const bus = { requester: { ask }, connection: { listeners: { listen } } } as unknown as Bus;
    const take = async () => ((holder ??= place) === place ? { name: 'keeper', fence: 1 } : null);
    const presence = { id: String(place), live: () => 2 } as unknown as Presence;
    const leases = { role: () => ({ take, leaveSoon: () => Promise.resolve() }) } as unknown as Leases;
    const gateway = new RateLimits(bus, leases, presence, {} as AdmissionDatabase);
    gateways.push(gateway);
    const renew = () => gateway.renew();
    const platform = { database: {} as Database, logger, health: new Health(), metrics };
    const one = worker({ name: 'limit leader', idleMs: renewMs, onStart: renew, turn: renew })(platform);
    renewing.push(one);
    await one.start();
  }
  // A new leader grants only its share at first.
  await jest.advanceTimersByTimeAsync(2_000);
  return { gateways, renewing };
}

async function run(load: Load, tripMs: number): Promise<Passed[]> {
  const { gateways, renewing } = await openGateways(tripMs);
  const passed: Passed[] = [];
  for (let ms = 0; ms < lastMs; ms++) {
    // In the first second as many as the limits are: what is free again then is so all the time, and not at once.
    for (const { gateway, key } of load(ms).slice(0, ms < 1000 ? 2 : undefined)) {
      const demand = { key, organization: 'o', keyLimit, organizationLimit };
      const note = ({ granted }: { granted: number }) => granted === 1 && passed.push({ atMs: performance.now(), key });
      const grant = gateways[gateway].take(demand);
      if (grant instanceof Promise) void grant.then(note);
      else note(grant);
    }
    await jest.advanceTimersByTimeAsync(1);
  }
  const within = [...passed];
  const stopped = Promise.all(renewing.map((one) => one.stop()));
  await jest.advanceTimersByTimeAsync(2_000);
  await stopped;
  return within;
}

/** The greatest number of times in any half-open second. */
function mostInASecond(passed: readonly Passed[]): number {
  let [most, start] = [0, 0];
  passed.forEach(({ atMs }, i) => {
    while (atMs - passed[start].atMs >= 1000) start++;
    most = Math.max(most, i - start + 1);
  });
  return most;
}

/** Requests a second that passed once the gateways had settled. */
const rate = (passed: readonly Passed[]) =>
  passed.filter(({ atMs }) => atMs - passed[0].atMs >= settledMs).length / ((lastMs - settledMs) / 1000);

const mixed = (count: number, gatewayOf: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({ gateway: gatewayOf(i), key: keys[i % keys.length] }));
/** 6,000 requests a second of three keys, and what of the limits must be used of them. */
const loads: [string, Load, number][] = [
  ['spread over both', (ms) => mixed(6, (i) => (i + ms) % 2), 0.95],
  ['all at the leader', () => mixed(6, () => 0), 0.95],
  // What is granted counts as if it were spent 20 to 50 ms later, whenever it is.
  ['all at the other one', () => mixed(6, () => 1), 0.93],
  // What the other gateway asks for in a burst it gets after the burst.
  ['in bursts of 10 ms', (ms) => (ms % 100 < 10 ? mixed(60, (i) => i % 2) : []), 0.8],
];

it('a gateway far from the leader is granted what it asks for in time: 200 ms between them and back [RATE-06]', async () => {
  const asked = (ms: number) => (ms >= 1000 && ms % 5 === 0 ? [{ gateway: 1, key: keys[0] }] : []);
  const passed = await run(asked, 200);
  // Of 200 a second, those of the last trip were not answered yet, and the first grants came too late.
  expect(mostInASecond(passed)).toBeLessThanOrEqual(keyLimit);
  expect(passed.length).toBeGreaterThanOrEqual(0.9 * ((lastMs - 1000) / 5));
});

describe.each(isLong ? [1, 8, 24] : [1, 24])('two gateways with %i ms between them and back', (tripMs) => {
  it.each(loads)(
    'hold the limits of three keys and of their organization, and use them: %s [RATE-01] [RATE-02] [RATE-06] [T29]',
    async (_, load, used) => {
      const passed = await run(load, tripMs);
      expect(mostInASecond(passed)).toBeLessThanOrEqual(organizationLimit);
      for (const key of keys) {
        expect(mostInASecond(passed.filter((one) => one.key === key))).toBeLessThanOrEqual(keyLimit);
      }
      expect(rate(passed)).toBeGreaterThanOrEqual(used * organizationLimit);
    },
    60_000,
  );

  it.each(loads)(
    'hold the limit of one key, and use it: %s [RATE-01] [RATE-02] [RATE-06] [T29]',
    async (_, load, used) => {
      const passed = await run((ms) => load(ms).filter(({ key }) => key === keys[0]), tripMs);
      expect(mostInASecond(passed)).toBeLessThanOrEqual(keyLimit);
      expect(rate(passed)).toBeGreaterThanOrEqual(used * keyLimit);
    },
    60_000,
  );
});
