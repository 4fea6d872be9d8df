import fc from 'fast-check';
import { ClaimedDelivery } from '../delivery/delivery';
import { EndpointQueue } from './endpoint-queue';
import { EndpointQueues } from './endpoint-queues';
import { Speed, aheadFor, directFor, speedAfter, unknownSpeed } from './in-flight';

const bound = 1_024;
const quick: Speed = { streak: 40, meanMs: 2 };
const held = {} as ClaimedDelivery;
const queueOf = (queues: EndpointQueues, parts: Partial<EndpointQueue>, id = 'whe_1'): EndpointQueue => {
  const queue = Object.assign(queues.of(id), parts);
  queues.keep(queue);
  return queue;
};

describe('how many deliveries may be held ahead', () => {
  it('is none for an endpoint that has not shown its speed', () => {
    let speed = unknownSpeed;
    for (let i = 0; i < 16; i += 1) {
      expect(aheadFor(speed)).toBe(0);
      speed = speedAfter(speed, true, 2);
    }
    expect(aheadFor(speed)).toBeGreaterThan(16);
    expect(aheadFor(speedAfter(speed, false, 2))).toBe(0);
  });

  it('is what 16 at a time send in half a second, and at most 128', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 20_000, noNaN: true }), (meanMs) => {
        const ahead = aheadFor({ streak: 16, meanMs });
        return ahead <= 128 && ahead * meanMs <= 16 * 500;
      }),
    );
  });
});

describe('how many deliveries may wait without rows', () => {
  it('is none before 16 successes and of an endpoint that takes 250 ms, else what is sent in half a second', () => {
    const of = (streak: number, meanMs: number) => directFor({ streak, meanMs });
    expect([of(15, 2), of(16, 251), of(16, 250), of(16, 100), of(16, 2)]).toEqual([0, 0, 32, 80, 256]);
  });

  it('is none in a pause and while the process is half full, and fewer by those that wait', () => {
    const queues = new EndpointQueues(bound);
    const roomOf = (parts: Partial<EndpointQueue>) => queues.directRoomOf(queueOf(queues, { speed: quick, ...parts }));
    expect(roomOf({ waiting: [held, held] })).toEqual({ now: 254, most: 256 });
    expect(roomOf({ waiting: [], isPausing: true })).toEqual({ now: 0, most: 0 });
    expect(roomOf({ isPausing: false, unrecorded: bound / 2 })).toEqual({ now: 0, most: 0 });
  });
});

describe('the headroom of an endpoint', () => {
  it('is 16 at first, less the deliveries in flight and waiting', () => {
    const queues = new EndpointQueues(bound);
    expect(queues.headroomOf(queues.of('whe_1'))).toEqual({ now: 16, ahead: 0 });
    expect(queues.headroomOf(queueOf(queues, { inFlight: 10, unrecorded: 10, waiting: [held, held] }))).toEqual({
      now: 4,
      ahead: 0,
    });
    expect(queues.headroomOf(queueOf(queues, { inFlight: 16, unrecorded: 16, waiting: [] }))).toEqual({
      now: 0,
      ahead: 0,
    });
    expect(queues.busy()).toEqual(['whe_1']);
  });

  it('never lets more than 64 be sent and not recorded', () => {
    const queues = new EndpointQueues(bound);
    const counts = fc.record({ inFlight: fc.nat(16), keeping: fc.nat(64), pacing: fc.nat(16) });
    fc.assert(
      fc.property(counts, ({ inFlight, keeping, pacing }) => {
        const queue = queueOf(queues, { inFlight, unrecorded: inFlight + keeping, pacing });
        const sendable = queues.sendableOf(queue);
        return sendable === 0 || (inFlight + pacing + sendable <= 16 && queue.unrecorded + pacing + sendable <= 64);
      }),
    );
  });

  it('keeps its slice busy while a delivery is sent and not recorded', () => {
    const queues = new EndpointQueues(bound);
    const queue = queueOf(queues, { unrecorded: 1 });
    expect([queues.isBusy(queue.slice), queues.isBusy(queue.slice + 1)]).toEqual([true, false]);
    queues.keep(Object.assign(queue, { unrecorded: 0 }));
    expect(queues.isBusy(queue.slice)).toBe(false);
  });

  it('is refilled when half of it is free, not one by one', () => {
    const queues = new EndpointQueues(bound);
    const waiting = (count: number): ClaimedDelivery[] => new Array<ClaimedDelivery>(count).fill(held);
    const queue = queueOf(queues, { speed: quick, inFlight: 16, unrecorded: 16, waiting: waiting(128) });
    expect([queues.headroomOf(queue), queues.busy()]).toEqual([{ now: 0, ahead: 0 }, ['whe_1']]);
    queue.waiting = waiting(65);
    expect(queues.busy()).toEqual(['whe_1']);
    queue.waiting = waiting(64);
    expect([queues.headroomOf(queue), queues.busy()]).toEqual([{ now: 0, ahead: 64 }, []]);
  });

  it('is none while the endpoint pauses, and none ahead while the process is half full', () => {
    const queues = new EndpointQueues(bound);
    const queue = queueOf(queues, { speed: quick, unrecorded: 1, inFlight: 1 });
    expect(queues.headroomOf(queue).ahead).toBe(128);
    for (let i = 0; i < 32; i += 1) queueOf(queues, { inFlight: 16, unrecorded: 16 }, `whe_other_${i}`);
    expect(queues.headroomOf(queue).ahead).toBe(0);
    queue.isPausing = true;
    expect(queues.headroomOf(queue)).toEqual({ now: 0, ahead: 0 });
  });
});

it('an idle queue leaves only the speed of its endpoint behind', () => {
  const queues = new EndpointQueues(bound);
  const queue = queueOf(queues, { speed: quick, unrecorded: 1 });
  queue.unrecorded = 0;
  queues.keep(queue);
  expect(queues.all()).toEqual([]);
  expect(queues.of('whe_1')).not.toBe(queue);
  expect(queues.of('whe_1').speed).toEqual(quick);
  const next = queueOf(queues, { unrecorded: 1 });
  queues.keep(queue);
  expect(queues.all()).toEqual([next]);
});
