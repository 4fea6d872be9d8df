import { RelatedSignal } from './related-signal';

let signal: RelatedSignal;
let wakes: number;
beforeEach(() => {
  jest.useFakeTimers();
  wakes = 0;
  signal = new RelatedSignal();
  signal.onChanges(() => wakes++);
});
afterEach(() => jest.useRealTimers());

it('wakes at once for the first change of a namespace, also while another one rests', () => {
  signal.drained('1');
  signal.changed('2');
  expect(wakes).toBe(1);
});

it('wakes once, at the end of the rest, for all changes within it', () => {
  signal.drained('1');
  for (let i = 0; i < 100; i++) signal.changed('1');
  jest.advanceTimersByTime(99);
  expect(wakes).toBe(0);
  jest.advanceTimersByTime(1);
  expect(wakes).toBe(1);
  signal.changed('1');
  expect(wakes).toBe(2);
});

it('wakes nobody at the end of a rest without changes, and keeps nothing of it', () => {
  signal.drained('1');
  jest.advanceTimersByTime(100);
  expect([wakes, jest.getTimerCount(), signal.postpones('1')]).toEqual([0, 0, false]);
});

it('postpones a drain that is asked for within the rest to its end', () => {
  expect(signal.postpones('1')).toBe(false);
  signal.drained('1');
  jest.advanceTimersByTime(50);
  expect(signal.postpones('1')).toBe(true);
  // A second drain within a rest, by another round, makes it no longer.
  signal.drained('1');
  jest.advanceTimersByTime(50);
  expect([wakes, signal.postpones('1')]).toEqual([1, false]);
});
