import { ClaimedDelivery } from '../delivery/delivery';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { EndpointQueue } from './endpoint-queue';
import { unknownSpeed } from './in-flight';

const claimed = (version: string, heldFromMs: number): ClaimedDelivery => ({
  ...{ day: '2026-01-05', endpointId: 'whe_1', eventId: 'evt_1', turn: 0, attempts: 1, ahead: true, attemptedAt: null },
  ...{ body: '{}', waitMs: 0, heldFromMs },
  endpoint: {
    ...{ id: 'whe_1', organization: 'org_1', url: 'https://a.example.com/', secret: Buffer.from('sealed') },
    ...{ previousSecret: null, previousUntil: null, version },
  },
});
let line: EndpointQueue;
beforeEach(() => (line = new EndpointQueue('whe_1', unknownSpeed)));

it('knows nothing at first, and what it learned for a moment only', () => {
  expect(line.isKnown(0)).toBe(false);
  line.learn('7', 1_000);
  expect([line.isKnown(1_000), line.isKnown(1_000 + endpointTtlMs), line.isKnown(1_001 + endpointTtlMs)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('sends what was claimed of the endpoint as it is, nothing claimed before a change, and nothing while it may not', () => {
  line.learn('7', 1_000);
  expect([line.isInForce(claimed('7', 900)), line.isInForce(claimed('6', 900))]).toEqual([true, false]);
  line.learn('8', 1_001);
  expect(line.isInForce(claimed('7', 1_002))).toBe(false);
  line.learn(null, 1_002);
  expect(line.isInForce(claimed('8', 1_003))).toBe(false);
});

it('does not unlearn by an answer that is older than what it knows', () => {
  line.learn('8', 1_000);
  line.learn('7', 999);
  expect(line.isInForce(claimed('8', 0))).toBe(true);
});

it('lets go of what could be under way when its lease of 30 s ends: an attempt takes 15 s, and a margin', () => {
  line.waiting = [claimed('7', 0), claimed('7', 5_000), claimed('7', 12_000)];
  expect(line.takeStale(12_999)).toEqual([]);
  expect(line.takeStale(14_000)).toHaveLength(1);
  expect(line.waiting.map(({ heldFromMs }) => heldFromMs)).toEqual([5_000, 12_000]);
  expect(line.takeAll()).toHaveLength(2);
  expect(line.isIdle).toBe(true);
});
