import { bookedDay, bookedMonth, boundsOf, daysUntil, lastSettledMonth, monthOf, secondsOf } from './month';

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

it('books a charge on the day of its answers, or on the day of the charge when their month takes no more', () => {
  const booked = (now: string) => bookedDay('2026-12-30T23:59:59.999Z', Date.parse(now));
  expect(booked('2027-01-01T12:00:00Z')).toBe('2026-12-30');
  expect(booked('2027-01-02T00:00:00Z')).toBe('2027-01-02');
});

it('lists the days of a month up to one day', () => {
  expect(daysUntil('2026-12', '2026-12-03')).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
  expect(daysUntil('2028-02', '2028-03-09')).toHaveLength(29);
  expect(daysUntil('2028-02', '2028-01-31')).toEqual([]);
});

it('has settled when it has taken no more charges for a while, also over the turn of the year', () => {
  const settled = (now: string) => lastSettledMonth(Date.parse(now), 600_000);
  expect(settled('2027-01-02T00:09:59.999Z')).toBe('2026-11');
  expect(settled('2027-01-02T00:10:00.000Z')).toBe('2026-12');
  expect(settled('2027-01-31T00:00:00.000Z')).toBe('2026-12');
});
