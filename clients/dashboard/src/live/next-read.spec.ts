import { nextReadMs, Reads, type Waits } from './next-read';

const readAtMs = Date.UTC(2026, 2, 4, 10);
const due = (s: number) => ({ status: 'stale', due_at: new Date(readAtMs + s * 1_000).toISOString() });
const pending = { status: 'pending', due_at: null };
const fresh = { status: 'fresh', due_at: null };

it.each([
  ['nothing waits', [fresh], 10_000],
  ['no answer is shown', [], 10_000],
  ['one waits for an engine', [pending, due(8)], 2_000],
  ['one is due in 6 s', [fresh, due(6)], 7_000],
  ['one is due in an hour', [due(3_600)], 10_000],
  ['one was due just now', [due(-1)], 2_000],
  ['one is overdue for 6 s', [due(-6)], 5_000],
  ['one is overdue for a minute', [due(-60)], 10_000],
])('answers are read again when %s [DASH-06]', (_, answers, ms) => {
  expect(nextReadMs(answers, readAtMs, readAtMs)).toBe(ms);
});

/** When a view reads during this time, in seconds from the first read. @param shown what each read finds */
function readsOf(forS: number, shown: (s: number) => Waits[]): number[] {
  const reads = new Reads();
  const all: number[] = [];
  for (let s = 0; s < forS; s += reads.nextMs(shown(s), readAtMs + s * 1_000) / 1_000) all.push(s);
  return all;
}

it('reads an answer that no engine takes six times a minute at most, and thirty times at first [DASH-06]', () => {
  const reads = readsOf(180, () => [due(0)]);
  const within = (from: number, to: number) => reads.filter((s) => s >= from && s < to).length;
  expect(reads.slice(0, 6)).toEqual([0, 2, 4, 7, 13, 23]);
  expect([within(60, 120), within(120, 180)]).toEqual([6, 6]);
});

it('reads answers that wait without a time after 2, 4, 8 s and so on, each 30 s in the end [DASH-06]', () => {
  expect(readsOf(125, () => [pending, pending])).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
});

it('begins anew with 2 s when something that is shown has changed [DASH-06]', () => {
  const shown = (s: number) => (s < 60 ? [pending, pending] : [pending, { status: 'unavailable', due_at: null }]);
  expect(readsOf(90, shown)).toEqual([0, 2, 6, 14, 30, 60, 62, 66, 74, 84]);
});

it('counts a read that is asked about twice once [DASH-06]', () => {
  const reads = new Reads();
  const next = (s: number) => reads.nextMs([pending], readAtMs + s * 1_000);
  expect([next(0), next(0), next(2), next(2)]).toEqual([2_000, 2_000, 4_000, 4_000]);
});
