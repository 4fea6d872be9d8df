import { FailureWindow, nextBackoffMs } from './circuit';

describe('the failure window', () => {
  let now = 0;
  const open = () => {
    now = 0;
    return new FailureWindow(() => now);
  };

  it('is full at five failures in ten seconds', () => {
    const window = open();
    const opened = Array.from({ length: 5 }, () => {
      now += 2_000;
      return window.failed();
    });
    expect(opened).toEqual([false, false, false, false, true]);
  });

  it('forgets what is older', () => {
    const window = open();
    for (let i = 0; i < 20; i += 1) {
      now += 2_600;
      expect(window.failed()).toBe(false);
    }
  });

  it('takes a few failures among many answers for no outage', () => {
    const window = open();
    for (let i = 0; i < 200; i += 1) {
      now += 10;
      if (i % 20 === 0) expect(window.failed()).toBe(false);
      else window.succeeded();
    }
  });

  it('probes at growing distances', () => {
    const waits = [0];
    for (let i = 0; i < 7; i += 1) waits.push(nextBackoffMs(waits[i]));
    expect(waits.slice(1)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });
});
