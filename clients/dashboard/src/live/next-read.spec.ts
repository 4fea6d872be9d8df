import { nextReadMs } from './next-read';

const readAtMs = Date.UTC(2026, 2, 4, 10);
const due = (s: number) => ({ status: 'stale', due_at: new Date(readAtMs + s * 1_000).toISOString() });

it.each([
  ['nothing waits', [{ status: 'fresh', due_at: null }], 10_000],
  ['no answer is shown', [], 10_000],
  ['one waits for an engine', [{ status: 'pending', due_at: null }, due(20)], 2_000],
  ['one is due in 6 s', [{ status: 'fresh', due_at: null }, due(6)], 7_000],
  ['one is due in an hour', [due(3_600)], 10_000],
  ['one is overdue', [due(-60)], 2_000],
])('answers are read again when %s', (_, answers, ms) => {
  expect(nextReadMs(answers, readAtMs)).toBe(ms);
});
