import { lanes } from '@app/contracts/engines';
import * as fc from 'fast-check';
import { LaneQueue, Turn, ownerOf, patience } from './lane-queue';

interface Item extends Turn {
  n: number;
}
function drained(queue: LaneQueue<Item>): Item[] {
  const out: Item[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) out.push(item);
  return out;
}

describe('the fair queue', () => {
  it('lets owners of a lane take turns, also when one came with more', () => {
    const queue = new LaneQueue<Item>();
    for (let n = 0; n < 4; n += 1) queue.add({ lane: 'on_change', owner: 'loud', n });
    for (let n = 0; n < 2; n += 1) queue.add({ lane: 'on_change', owner: 'quiet', n });
    expect(drained(queue).map(({ owner, n }) => `${owner}${n}`)).toEqual([
      'loud0',
      'quiet0',
      'loud1',
      'quiet1',
      'loud2',
      'loud3',
    ]);
  });

  it('counts what waits of an owner, in all lanes, and of no other [O-STALE]', () => {
    const queue = new LaneQueue<Item>();
    const [a, b] = ['x/a', 'x/b'].map((namespace) => ownerOf({ organization: 'org_1', namespace }));
    queue.add({ lane: 'on_read', owner: a, n: 0 });
    queue.add({ lane: 'backfill', owner: a, n: 1 });
    queue.add({ lane: 'on_read', owner: b, n: 2 });
    expect([queue.waitingOf(a), queue.waitingOf(b), queue.waitingOf('none')]).toEqual([2, 1, 0]);
    queue.take();
    expect([queue.waitingOf(a), queue.waitingOf(b)]).toEqual([1, 1]);
  });

  it('serves lanes in their order and counts who goes before a newcomer', () => {
    const queue = new LaneQueue<Item>();
    (['backfill', 'on_change', 'on_read'] as const).forEach((lane, n) => queue.add({ lane, owner: 'a', n }));
    expect([queue.ahead('on_read'), queue.ahead('on_change'), queue.ahead('scoring')]).toEqual([1, 2, 3]);
    expect(drained(queue).map(({ lane }) => lane)).toEqual(['on_read', 'on_change', 'backfill']);
  });

  it('lets no lane starve, and takes little from the better ones for it', () => {
    const queue = new LaneQueue<Item>();
    for (let n = 0; n < 10; n += 1) queue.add({ lane: 'backfill', owner: 'a', n });
    const taken: string[] = [];
    for (let n = 0; n < 340; n += 1) {
      queue.add({ lane: 'on_change', owner: 'b', n });
      queue.add({ lane: 'on_change', owner: 'b', n });
      taken.push(queue.take()?.lane ?? 'none');
    }
    expect(taken.slice(0, patience + 1)).toEqual([...Array(patience).fill('on_change'), 'backfill']);
    expect(taken.filter((lane) => lane === 'backfill')).toHaveLength(10);
    expect(taken.slice((patience + 1) * 10)).toEqual(taken.slice((patience + 1) * 10).map(() => 'on_change'));
  });

  it('gives each item once, minus those that left, in order for each owner', () => {
    const item = fc.record({
      lane: fc.constantFrom(...lanes),
      owner: fc.constantFrom('a', 'b', 'c'),
      leaves: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 120 }), (raw) => {
        const queue = new LaneQueue<Item>();
        const items = raw.map(({ lane, owner, leaves }, n) => ({ lane, owner, leaves, n }));
        items.forEach((each) => queue.add(each));
        items.filter(({ leaves }) => leaves).forEach((each) => queue.remove(each));
        const out = drained(queue);
        const staying = items.filter(({ leaves }) => !leaves);
        expect(new Set(out)).toEqual(new Set(staying));
        expect(queue.size).toBe(0);
        for (const { lane, owner } of staying) {
          const own = out.filter((each) => each.lane === lane && each.owner === owner).map(({ n }) => n);
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
        // Out of its lane's order goes only who was passed by as often as patience allows.
        const order = out.map(({ lane }) => lanes.indexOf(lane));
        order.forEach((lane, place) => {
          if (order.slice(place + 1).every((later) => later >= lane)) return;
          const before = order.slice(Math.max(0, place - patience), place);
          expect(before).toHaveLength(patience);
          expect(before.every((earlier) => earlier !== lane)).toBe(true);
        });
      }),
    );
  });
});
