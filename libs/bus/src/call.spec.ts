import { systemClock } from '@app/observability';
import { Call, fromHead, fromHeaders, toHead, toHeaders } from './call';

const minuteMs = 60_000;
const begunMs = Date.now();

/** The rest of the spec runs on a machine whose clock is off by so much; the database's clock is right. */
function onMachine<T>(offMs: number, work: () => T): T {
  const now = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offMs);
  try {
    return work();
  } finally {
    clock.mockRestore();
  }
}

beforeAll(() => systemClock.read(begunMs, performance.now()));
afterAll(() => systemClock.forget());

describe('the deadline of a call', () => {
  it.each([
    ['ten minutes ahead', 10],
    ['ten minutes behind', -10],
  ])('leaves as much time to a process whose machine is %s [T36]', (_, minutes) => {
    const made = (): Call => new Call(Date.now() + 20_000, undefined, 'effect', Date.now() + 5_000);
    const [alone, framed] = onMachine(0, () => [toHeaders(made()), toHead(made(), undefined)]);
    const there = onMachine(minutes * minuteMs, () =>
      [fromHeaders(alone)!, fromHead(framed)].map((call) => [call.leftMs, call.toBeginMs]),
    );
    const back = onMachine(minutes * minuteMs, () => toHeaders(made()));
    const here = onMachine(0, () => fromHeaders(back)!);
    for (const [leftMs, toBeginMs] of [...there, [here.leftMs, here.toBeginMs]]) {
      // A test may be slow; it is not ten minutes slow.
      expect(leftMs).toBeLessThanOrEqual(20_002);
      expect(leftMs).toBeGreaterThan(20_000 - minuteMs);
      expect(toBeginMs).toBeLessThanOrEqual(5_002);
      expect(toBeginMs).toBeGreaterThan(5_000 - minuteMs);
    }
  });
});
