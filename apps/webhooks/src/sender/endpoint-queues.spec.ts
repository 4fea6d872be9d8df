import fc from 'fast-check';
import { ClaimedDelivery } from '../delivery/delivery';
import { EndpointQueue } from './endpoint-queue';
import { EndpointQueues } from './endpoint-queues';
import { Speed, aheadFor, speedAfter, unknownSpeed } from './in-flight';

const bound = 1_024;
const quick: Speed = { streak: 40, meanMs: 2 };
const held = {} as ClaimedDelivery;
const lineOf = (lines: EndpointQueues, parts: Partial<EndpointQueue>, id = 'whe_1'): EndpointQueue => {
  const line = Object.assign(lines.of(id), parts);
  lines.keep(line);
  return line;
};

describe('what may be held ahead', () => {
  it('is nothing for an endpoint that has not shown that it is quick', () => {
    let pace = unknownSpeed;
    for (let i = 0; i < 16; i += 1) {
      expect(aheadFor(pace)).toBe(0);
      pace = speedAfter(pace, true, 2);
    }
    expect(aheadFor(pace)).toBeGreaterThan(16);
    expect(aheadFor(speedAfter(pace, false, 2))).toBe(0);
  });

  it('is what 16 places send in half a second, and little memory', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 20_000, noNaN: true }), (meanMs) => {
        const ahead = aheadFor({ streak: 16, meanMs });
        return ahead <= 128 && ahead * meanMs <= 16 * 500;
      }),
    );
  });
});

describe('the places of an endpoint', () => {
  it('are 16 at first; less what is sent and what waits', () => {
    const lines = new EndpointQueues(bound);
    expect(lines.placesOf(lines.of('whe_1'))).toEqual({ now: 16, ahead: 0 });
    expect(lines.placesOf(lineOf(lines, { inFlight: 10, unkept: 10, waiting: [held, held] }))).toEqual({
      now: 4,
      ahead: 0,
    });
    expect(lines.placesOf(lineOf(lines, { inFlight: 16, unkept: 16, waiting: [] }))).toEqual({ now: 0, ahead: 0 });
    expect(lines.busy()).toEqual(['whe_1']);
  });

  it('never let more than 32 be sent and not kept', () => {
    const lines = new EndpointQueues(bound);
    const counts = fc.record({ inFlight: fc.nat(16), keeping: fc.nat(16), pacing: fc.nat(16) });
    fc.assert(
      fc.property(counts, ({ inFlight, keeping, pacing }) => {
        const line = lineOf(lines, { inFlight, unkept: inFlight + keeping, pacing });
        const room = lines.roomOf(line);
        return room === 0 || (inFlight + pacing + room <= 16 && line.unkept + pacing + room <= 32);
      }),
    );
  });

  it('are busy while anything is sent or not kept for an endpoint of their slice', () => {
    const lines = new EndpointQueues(bound);
    const line = lineOf(lines, { unkept: 1 });
    expect([lines.isBusy(line.slice), lines.isBusy(line.slice + 1)]).toEqual([true, false]);
    lines.keep(Object.assign(line, { unkept: 0 }));
    expect(lines.isBusy(line.slice)).toBe(false);
  });

  it('of a quick one are asked for when half is gone, not one by one', () => {
    const lines = new EndpointQueues(bound);
    const waiting = (count: number): ClaimedDelivery[] => new Array<ClaimedDelivery>(count).fill(held);
    const line = lineOf(lines, { pace: quick, inFlight: 16, unkept: 16, waiting: waiting(128) });
    expect([lines.placesOf(line), lines.busy()]).toEqual([{ now: 0, ahead: 0 }, ['whe_1']]);
    line.waiting = waiting(65);
    expect(lines.busy()).toEqual(['whe_1']);
    line.waiting = waiting(64);
    expect([lines.placesOf(line), lines.busy()]).toEqual([{ now: 0, ahead: 64 }, []]);
  });

  it('are none while it pauses, and none ahead while the process is half full', () => {
    const lines = new EndpointQueues(bound);
    const line = lineOf(lines, { pace: quick, unkept: 1, inFlight: 1 });
    expect(lines.placesOf(line).ahead).toBe(128);
    for (let i = 0; i < 32; i += 1) lineOf(lines, { inFlight: 16, unkept: 16 }, `whe_other_${i}`);
    expect(lines.placesOf(line).ahead).toBe(0);
    line.isPausing = true;
    expect(lines.placesOf(line)).toEqual({ now: 0, ahead: 0 });
  });
});

it('an idle endpoint leaves its pace behind and nothing else', () => {
  const lines = new EndpointQueues(bound);
  const line = lineOf(lines, { pace: quick, unkept: 1 });
  line.unkept = 0;
  lines.keep(line);
  expect(lines.all()).toEqual([]);
  expect(lines.of('whe_1')).not.toBe(line);
  expect(lines.of('whe_1').pace).toEqual(quick);
  const next = lineOf(lines, { unkept: 1 });
  lines.keep(line);
  expect(lines.all()).toEqual([next]);
});
