import { fanoutUseText } from './fanout-use-text';

it('says how much of the rolling limit is used, and when what waits has room [REL-F10]', () => {
  const nowMs = Date.parse('2026-11-28T10:00:00Z');
  const use = { used_24h: 10, limit: 1_000, deferred: 0, resumes_at: null };
  expect(fanoutUseText(use, nowMs)).toBe('10 of 1,000');
  expect(fanoutUseText({ ...use, deferred: 15, resumes_at: '2026-11-28T13:00:00Z' }, nowMs)).toBe(
    '10 of 1,000; 15 wait, room in 3 h',
  );
  expect(fanoutUseText({ ...use, limit: 0, deferred: 15 }, nowMs)).toBe('10 of 0; 15 wait, no room as it stands');
});
