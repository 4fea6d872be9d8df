import { nextReadMs } from './next-read';

const readAtMs = Date.UTC(2026, 2, 4, 10);
const due = (s: number) => ({ status: 'stale', due_at: new Date(readAtMs + s * 1_000).toISOString() });

it.each([
  ['nothing waits', [{ status: 'fresh', due_at: null }], 10_000],
  ['no answer is shown', [], 10_000],
  ['one waits for an engine', [{ status: 'pending', due_at: null }, due(8)], 2_000],
  ['one is due in 6 s', [{ status: 'fresh', due_at: null }, due(6)], 7_000],
  ['one is due in an hour', [due(3_600)], 10_000],
  ['one was due just now', [due(-1)], 2_000],
  ['one is overdue for 6 s', [due(-6)], 5_000],
  ['one is overdue for a minute', [due(-60)], 10_000],
])('answers are read again when %s [DASH-06]', (_, answers, ms) => {
  expect(nextReadMs(answers, readAtMs)).toBe(ms);
});

it('reads an answer that no engine takes six times a minute at most, and thirty times at first [DASH-06]', () => {
  const reads: number[] = [];
  for (let atMs = readAtMs; atMs < readAtMs + 180_000; atMs += nextReadMs([due(0)], atMs)) reads.push(atMs - readAtMs);
  const within = (from: number, to: number) => reads.filter((atMs) => atMs >= from && atMs < to).length;
  expect(reads.slice(0, 6)).toEqual([0, 2_000, 4_000, 7_000, 13_000, 23_000]);
  expect([within(60_000, 120_000), within(120_000, 180_000)]).toEqual([6, 6]);
});
