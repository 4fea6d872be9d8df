import { flushSpans } from '@app/observability';
import { endOnSignals, type Running } from './boot';
import { endProcess } from './end-process';

jest.mock('./end-process', () => ({ endProcess: jest.fn() }));

const ended = jest.mocked(endProcess);
const signals = ['SIGTERM', 'SIGINT', 'disconnect'] as const;
let before: Map<string, unknown[]>;

beforeEach(() => {
  before = new Map(signals.map((signal) => [signal, process.listeners(signal as 'SIGTERM')]));
});
afterEach(() => {
  for (const signal of signals)
    for (const listener of process.listeners(signal as 'SIGTERM'))
      if (!before.get(signal)!.includes(listener)) process.removeListener(signal, listener);
  jest.useRealTimers();
  ended.mockReset();
});

/** A process whose drain is the given work. */
function running(stop: () => Promise<void>): Running {
  const platform = {
    config: { stopDelayS: 0, drainLimitS: 40 },
    health: { drain: () => undefined },
    logger: { error: () => undefined },
  };
  return { platform, stop } as unknown as Running;
}

it.each<[string, number, () => Promise<void>]>([
  ['that drained, with 0', 0, () => Promise.resolve()],
  ['that could not drain, with 1', 1, () => Promise.reject(new Error('no'))],
  ['whose drain takes longer than it may, with 1', 1, () => new Promise(() => undefined)],
])('a process %s, ends through the end that a hanging exit cannot keep, and sends its spans', async (_, code, stop) => {
  jest.useFakeTimers();
  endOnSignals(running(stop));
  process.listeners('SIGTERM').at(-1)!('SIGTERM');
  await jest.advanceTimersByTimeAsync(40_000);
  expect(ended.mock.calls[0]).toEqual([code, flushSpans]);
});
