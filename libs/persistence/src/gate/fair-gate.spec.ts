import fc from 'fast-check';
import { aloneAfter, maxWaitingOfOne } from './fair-gate';
import { GateUse } from './fair-gate.fake';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);

describe('a gate', () => {
  it('gives an organization that is alone all slots but the one of other work [defect S-F4]', async () => {
    const use = new GateUse({ slots: 5, own: 1 });
    await use.takeAll(times(16, 'a'));
    expect(use.count('holds', 'a')).toBe(4);
    await use.take(null);
    expect(use.count('holds', null)).toBe(1);
  });

  it('has another organization wait for one slot to come free, and then for none [defect S-F4]', async () => {
    const use = new GateUse({ slots: 5, own: 1 });
    await use.takeAll([...times(16, 'a'), 'b']);
    expect(use.count('holds', 'b')).toBe(0);
    await use.end('a');
    expect(use.count('holds', 'b')).toBe(1);
    for (let turn = 0; turn < 8; turn += 1) {
      await use.end('b');
      expect(use.count('holds', 'a')).toBe(3);
      await use.take('b');
      expect(use.count('holds', 'b')).toBe(1);
      await use.end('a');
    }
  });

  it('counts an organization as alone again when others have asked for nothing for a while', async () => {
    const use = new GateUse({ slots: 3 });
    await use.takeAll(['a', 'b', ...times(aloneAfter + 4, 'a')]);
    await use.end('b');
    expect(use.count('holds', 'a')).toBe(2);
    for (let turn = 0; turn < aloneAfter; turn += 1) await use.end('a');
    expect(use.count('holds', 'a')).toBe(3);
  });

  it('gives what comes free to those that hold the fewest, in turn', async () => {
    const use = new GateUse({ slots: 3 });
    await use.takeAll(['a', 'a', 'a', 'a', 'b', 'b', 'c']);
    expect(use.holders).toEqual(['a', 'a', 'a']);
    await use.end('a');
    await use.end('a');
    expect(use.holders).toEqual(['a', 'b', 'c']);
    await use.end('c');
    // The last free slot is kept for an organization that holds none.
    expect(use.holders).toEqual(['a', 'b']);
    await use.end('a');
    expect(use.holders).toEqual(['a', 'b']);
  });

  it('gives no organization more than the most that it may have', async () => {
    const use = new GateUse({ slots: 8, most: 4 });
    await use.takeAll([...times(6, 'a'), ...times(6, 'b')]);
    expect([use.count('holds', 'a'), use.count('holds', 'b')]).toEqual([4, 3]);
    await use.take('c');
    expect(use.count('holds', 'c')).toBe(1);
  });

  it('refuses after the time of a wait, at once past the bound of waits, and serves the next [defect S-F4]', async () => {
    const use = new GateUse({ slots: 1 });
    await use.take('a');
    await use.take('a', 1000);
    await use.take('b', 0);
    expect(use.count('refused', 'b')).toBe(1);
    await use.takeAll(times(maxWaitingOfOne, 'a'));
    expect(use.count('refused', 'a')).toBe(1);
    await jest.advanceTimersByTimeAsync(1000);
    expect(use.asked[1].state).toBe('refused');
    await use.end('a');
    expect(use.asked[3].state).toBe('holds');
  });

  it('loses no slot, starves nobody and keeps every share, whatever comes in which order [defect S-F4]', async () => {
    const of = fc.constantFrom('a', 'b', 'c', null);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ take: of, waitMs: fc.constantFrom(0, 10, 10_000) }) },
      { weight: 3, arbitrary: fc.record({ end: fc.option(of, { nil: undefined }) }) },
      { weight: 1, arbitrary: fc.record({ passMs: fc.integer({ min: 1, max: 12 }) }) },
    );
    const options = fc.record({
      slots: fc.integer({ min: 2, max: 6 }),
      own: fc.integer({ min: 0, max: 1 }),
      most: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(options, fc.array(step, { maxLength: 60 }), async (made, steps) => {
        const use = new GateUse(made);
        for (const one of steps) {
          if ('take' in one) await use.take(one.take, one.waitMs);
          else if ('passMs' in one) await jest.advanceTimersByTimeAsync(one.passMs);
          else await use.end(one.end);
          assertShares(use, made);
        }
        const left = use.count('waits') + use.count('holds');
        const before = use.count('ended');
        while (await use.end()) assertShares(use, made);
        expect(use.count('ended') - before).toBe(left);
        expect([use.gate.held, use.gate.waiting]).toEqual([0, 0]);
        await use.takeAll([null, 'x', 'y', 'z', 'u', 'v', 'w']);
        expect(use.count('holds')).toBe(made.slots);
      }),
      { numRuns: 150 },
    );
  });
});

function assertShares(use: GateUse, { slots, own, most }: { slots: number; own: number; most?: number }): void {
  const ofNobody = use.count('holds', null);
  const shared = use.count('holds') - Math.min(ofNobody, own);
  expect([use.gate.held, use.gate.waiting]).toEqual([use.count('holds'), use.count('waits')]);
  expect(shared).toBeLessThanOrEqual(slots - own);
  for (const organization of ['a', 'b', 'c', null]) {
    const held = use.count('holds', organization);
    if (most !== undefined) expect(held).toBeLessThanOrEqual(Math.max(most, organization === null ? own : 0));
    // First come, first served: nothing that waits was asked for before what began last.
    const mine = use.asked.filter((one) => one.of === organization);
    const firstWait = mine.findIndex(({ state }) => state === 'waits');
    if (firstWait >= 0) expect(mine.slice(firstWait).map(({ state }) => state)).not.toContain('holds');
    // Who holds none waits only while every slot is taken.
    if (use.count('waits', organization) > 0 && held === 0) expect(shared).toBe(slots - own);
  }
}
