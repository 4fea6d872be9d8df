import fc from 'fast-check';
import { DirectDeliveries } from './direct-deliveries';

const key = (event: number, endpoint = 1) => ({ eventId: `evt_${event}`, endpointId: `whe_${endpoint}` });
const mebibyte = 1024 * 1024;

describe('deliveries without rows', () => {
  it('are one for each event and endpoint, from its begin to its end [DLV-02]', async () => {
    const direct = new DirectDeliveries();
    const first = direct.begin(key(1), 10);
    expect(direct.findEnd(key(1))).toBe(first.ended);
    expect(direct.findEnd(key(1, 2))).toBeNull();
    first.end();
    await first.ended;
    expect([direct.size, direct.findEnd(key(1))]).toEqual([0, null]);
  });

  it('end with a reason when they stand in no row, also where nobody waits for it yet', async () => {
    const direct = new DirectDeliveries();
    const { ended, end } = direct.begin(key(1), 10);
    end(new Error('no database'));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(ended).rejects.toThrow('no database');
  });

  it('hold at most 16 MiB', () => {
    const direct = new DirectDeliveries();
    const { end } = direct.begin(key(1), 15 * mebibyte);
    expect([mebibyte, mebibyte + 1].map((bytes) => direct.hasRoomFor(bytes))).toEqual([true, false]);
    end();
    expect(direct.hasRoomFor(16 * mebibyte)).toBe(true);
  });

  it('end once, in whatever order, and leave nothing behind', () => {
    const steps = fc.array(fc.record({ event: fc.nat(5), ends: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (all) => {
        const direct = new DirectDeliveries();
        const ends: (() => void)[] = [];
        const open = new Set<number>();
        for (const { event, ends: isEnd } of all) {
          if (!isEnd && !open.has(event)) {
            const { end } = direct.begin(key(event), 100);
            open.add(event);
            ends.push(() => (end(), open.delete(event)));
          } else if (isEnd) ends.shift()?.();
          if (direct.size !== open.size) return false;
        }
        for (const end of [...ends, ...ends]) end();
        return direct.size === 0 && direct.hasRoomFor(16 * mebibyte);
      }),
    );
  });

  it('tell at once when one ends, and after a while when none does', async () => {
    const direct = new DirectDeliveries();
    const { end } = direct.begin(key(1), 1);
    const waiting = direct.waitForEnd(60_000);
    end();
    await waiting;
    await direct.waitForEnd(1);
  });
});
