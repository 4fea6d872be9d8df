import fc from 'fast-check';
import { slotsFor } from './pacer';
import { sendableFor } from './in-flight';

describe('the rate of an endpoint', () => {
  it('without a cap sends as many as there is headroom for, at once', () => {
    expect(slotsFor(null, 0, 1_000, 16).waitsMs).toEqual(new Array(16).fill(0));
  });

  it('of one every two seconds sends one, and the next two seconds later', () => {
    expect(slotsFor(0.5, 0, 1_000, 16)).toEqual({ waitsMs: [0], nextAtMs: 3_000 });
    expect(slotsFor(0.5, 3_000, 1_000, 16)).toEqual({ waitsMs: [], nextAtMs: 3_000 });
    expect(slotsFor(0.5, 3_000, 2_900, 16)).toEqual({ waitsMs: [100], nextAtMs: 5_000 });
  });

  it('never sends more in a second than the cap, however often slots are requested [WHK-08]', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), gaps, (perSecond, asked) => {
        const sent: number[] = [];
        let now = 0;
        let paced = 0;
        for (const gap of asked) {
          now += gap;
          const { waitsMs, nextAtMs } = slotsFor(perSecond, paced, now, 16);
          sent.push(...waitsMs.map((wait) => now + wait));
          paced = nextAtMs;
        }
        return sent.every((at, i) => i === 0 || at - sent[i - 1] >= 1000 / perSecond - 1e-6);
      }),
    );
  });
});

describe('the deliveries in flight to an endpoint', () => {
  it('are 16 at most [DLV-09]', () => {
    fc.assert(
      fc.property(fc.nat(16), fc.nat(1024), (inFlight, total) => {
        const room = sendableFor(inFlight, total, 1024);
        return room >= 0 && room + inFlight <= 16 && room + total <= Math.max(1024, total);
      }),
    );
    expect(sendableFor(0, 0, 1024)).toBe(16);
    expect(sendableFor(16, 16, 1024)).toBe(0);
  });

  it('are fewer as the process fills, so that dead receivers leave room for others', () => {
    let [total, endpoints] = [0, 0];
    for (let room = 1; room > 0; endpoints += 1) total += room = sendableFor(0, total, 1024);
    expect(endpoints).toBeGreaterThan(200);
    expect(total).toBe(1024);
  });
});
