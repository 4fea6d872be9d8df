import { maxPauseMs, retryAfterMs } from './retry-after';

const nowMs = Date.UTC(2026, 10, 20, 19, 0, 0);

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['300', 300_000],
    ['301', maxPauseMs],
    ['3600', maxPauseMs],
    ['9'.repeat(400), maxPauseMs],
  ])('reads %s seconds, at most five minutes [DLV-08]', (value, ms) => {
    expect(retryAfterMs(value, nowMs)).toBe(ms);
  });

  it.each([
    ['Fri, 20 Nov 2026 19:01:30 GMT', 90_000],
    ['Friday, 20-Nov-26 19:01:30 GMT', 90_000],
    ['Fri Nov 20 19:01:30 2026', 90_000],
    ['Sun Nov  1 19:01:30 2026', 0],
    ['Fri, 20 Nov 2026 18:00:00 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Sat, 21 Nov 2026 19:00:00 GMT', maxPauseMs],
  ])('reads the date %s [DLV-08]', (value, ms) => {
    expect(retryAfterMs(value, nowMs)).toBe(ms);
  });

  it.each([
    null,
    '',
    '-1',
    '-3600',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '2026-11-20T19:01:30Z',
    '10, 20',
    'Fri, 31 Feb 2027 00:00:00 GMT',
    'Fri, 20 Nov 2026 25:00:00 GMT',
  ])('reads nothing from %j [DLV-08]', (value) => {
    expect(retryAfterMs(value, nowMs)).toBeNull();
  });
});
