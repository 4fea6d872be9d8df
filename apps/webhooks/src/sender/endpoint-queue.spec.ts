import { ClaimedDelivery } from '../delivery/delivery';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { EndpointQueue } from './endpoint-queue';
import { unknownSpeed } from './in-flight';

const claimed = (version: string, heldFromMs: number): ClaimedDelivery => ({
  day: '2026-01-05',
  endpointId: 'whe_1',
  eventId: 'evt_1',
  turn: 0,
  attempts: 1,
  ahead: true,
  attemptedAt: null,
  body: '{}',
  traceparent: null,
  waitMs: 0,
  heldFromMs,
  direct: null,
  endpoint: {
    id: 'whe_1',
    organization: 'org_1',
    url: 'https://a.example.com/',
    secret: Buffer.from('sealed'),
    previousSecret: null,
    previousUntil: null,
    version,
  },
});
let queue: EndpointQueue;
beforeEach(() => (queue = new EndpointQueue('whe_1', unknownSpeed)));

it('has no version at first, and uses one that it read for a moment only', () => {
  expect(queue.isFresh(0)).toBe(false);
  queue.setVersion('7', 1_000);
  expect([queue.isFresh(1_000), queue.isFresh(1_000 + endpointTtlMs), queue.isFresh(1_001 + endpointTtlMs)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('may send what was claimed of the current version, and nothing from before a change or while the endpoint may not receive', () => {
  queue.setVersion('7', 1_000);
  expect([queue.isCurrent(claimed('7', 900)), queue.isCurrent(claimed('6', 900))]).toEqual([true, false]);
  queue.setVersion('8', 1_001);
  expect(queue.isCurrent(claimed('7', 1_002))).toBe(false);
  queue.setVersion(null, 1_002);
  expect(queue.isCurrent(claimed('8', 1_003))).toBe(false);
});

it('keeps its version when an older read arrives late', () => {
  queue.setVersion('8', 1_000);
  queue.setVersion('7', 999);
  expect(queue.isCurrent(claimed('8', 0))).toBe(true);
});

it('gives up deliveries whose attempt of 15 s could outlast their lease of 30 s', () => {
  queue.waiting = [claimed('7', 0), claimed('7', 5_000), claimed('7', 12_000)];
  expect(queue.takeStale(12_999)).toEqual([]);
  expect(queue.takeStale(14_000)).toHaveLength(1);
  expect(queue.waiting.map(({ heldFromMs }) => heldFromMs)).toEqual([5_000, 12_000]);
  expect(queue.takeAll()).toHaveLength(2);
  expect(queue.isIdle).toBe(true);
});
