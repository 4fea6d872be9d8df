import { bookedMonth, boundsOf, monthOf, secondsOf } from './month';

it('has the length of its days', () => {
  expect(['2026-02', '2028-02', '2026-12'].map((month) => secondsOf(month) / 86_400)).toEqual([28, 29, 31]);
  const { fromMs, toMs } = boundsOf('2026-12');
  expect([monthOf(fromMs), monthOf(toMs - 1), monthOf(toMs)]).toEqual(['2026-12', '2026-12', '2027-01']);
});

it('takes charges for its answers until a day after its end; the current month takes later ones [BUD-11]', () => {
  const recorded = '2026-12-31T23:59:59.999Z';
  const booked = (now: string) => bookedMonth(recorded, Date.parse(now));
  expect(booked(recorded)).toBe('2026-12');
  expect(booked('2027-01-01T23:59:59.999Z')).toBe('2026-12');
  expect(booked('2027-01-02T00:00:00.000Z')).toBe('2027-01');
  expect(booked('2027-03-02T00:00:00.000Z')).toBe('2027-03');
});
