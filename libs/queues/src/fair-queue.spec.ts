import fc from 'fast-check';
import { FairQueue, FairQueueBounds } from './fair-queue';

/** Items are named by their owner and a number. */
function queueOf(items: readonly string[], bounds?: FairQueueBounds) {
  const queue = new FairQueue<string, string>(bounds);
  const added = items.filter((item) => queue.add(item[0], item));
  return { queue, added };
}

function takeOne(queue: FairQueue<string, string>, may?: (owner: string) => boolean): string | undefined {
  const owner = queue.nextOwner(may);
  return owner === undefined ? undefined : queue.take(owner);
}

function takeAll(queue: FairQueue<string, string>): string[] {
  const taken: string[] = [];
  for (let item = takeOne(queue); item !== undefined; item = takeOne(queue)) taken.push(item);
  return taken;
}

describe('what waits', () => {
  it('is taken from its owners in turn, and of one owner in the order in which it came', () => {
    const { queue } = queueOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('d'), [...queue.owners()]]).toEqual([6, 3, 0, ['a', 'b', 'c']]);
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect([queue.size, [...queue.owners()]]).toEqual([0, []]);
  });

  it('of an owner that may have no turn now keeps its place', () => {
    const { queue } = queueOf(['a1', 'b1', 'b2', 'a2']);
    const notA = (owner: string) => owner !== 'a';
    expect([takeOne(queue, notA), takeOne(queue, notA), takeOne(queue, notA)]).toEqual(['b1', 'b2', undefined]);
    expect(takeAll(queue)).toEqual(['a1', 'a2']);
  });

  it('may stop waiting, and its owner keeps its place', () => {
    const { queue } = queueOf(['a1', 'b1', 'a2']);
    queue.remove('a', 'a1');
    queue.remove('a', 'a1');
    expect([queue.peek('a'), queue.size]).toEqual(['a2', 2]);
    queue.remove('b', 'b1');
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('is bounded, of one owner and of all', () => {
    const { queue, added } = queueOf(['a1', 'a2', 'a3', 'b1', 'c1', 'd1'], { maxOfOwner: 2, max: 4 });
    expect(added).toEqual(['a1', 'a2', 'b1', 'c1']);
    takeOne(queue);
    expect([queue.add('a', 'a4'), queue.add('b', 'b2')]).toEqual([true, false]);
  });

  it('is lost nowhere, and nobody has a second turn before another that waits has one', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ add: fc.constantFrom('a', 'b', 'c') }) },
      { weight: 2, arbitrary: fc.constant({ take: true }) },
      { weight: 1, arbitrary: fc.record({ remove: fc.nat(60) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new FairQueue<string, string>();
        const waiting: string[] = [];
        const turns = new Map<string, number>();
        steps.forEach((one, n) => {
          if ('add' in one) {
            queue.add(one.add, `${one.add}${n}`);
            // A newcomer stands behind those that wait.
            if (!waiting.some(([owner]) => owner === one.add)) turns.set(one.add, n);
            waiting.push(`${one.add}${n}`);
          } else if ('take' in one) {
            const item = takeOne(queue);
            if (item === undefined) return expect(waiting).toEqual([]);
            const owners = [...new Set(waiting.map(([owner]) => owner))];
            expect(Math.min(...owners.map((owner) => turns.get(owner)!))).toBe(turns.get(item[0]));
            expect(waiting.find(([owner]) => owner === item[0])).toBe(item);
            turns.set(item[0], n);
            waiting.splice(waiting.indexOf(item), 1);
          } else {
            const [item] = waiting.splice(one.remove, 1);
            if (item !== undefined) queue.remove(item[0], item);
          }
        });
        expect(takeAll(queue).sort()).toEqual(waiting.sort());
      }),
    );
  });
});
