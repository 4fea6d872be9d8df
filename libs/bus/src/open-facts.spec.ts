import { OpenFacts } from './open-facts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const messageOf = () => ({ working: jest.fn() });

it('tells the server of each open fact again and again, and keeps no timer when none is open', () => {
  const facts = new OpenFacts(() => 100);
  const [first, second] = [messageOf(), messageOf()];
  facts.add([first]);
  jest.advanceTimersByTime(150);
  facts.add([second]);
  facts.remove([first]);
  jest.advanceTimersByTime(250);
  expect([first, second].map(({ working }) => working.mock.calls.length)).toEqual([1, 3]);
  facts.remove([second]);
  expect(jest.getTimerCount()).toBe(0);
});

it('waits for all that settle, also for those that begin meanwhile', async () => {
  const facts = new OpenFacts(() => 100);
  const ends: (() => void)[] = [];
  const settling = () => new Promise<void>((resolve) => ends.push(resolve));
  facts.track(settling());
  let isSettled = false;
  const waiting = facts.waitUntilSettled().then(() => (isSettled = true));
  facts.track(settling());
  ends[0]();
  await jest.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(false);
  ends[1]();
  await waiting;
});
