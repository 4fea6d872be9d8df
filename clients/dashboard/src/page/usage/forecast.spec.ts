import { daysIn, forecastOf } from './forecast';

it('says nothing in the first days, nor when the month is over', () => {
  expect(forecastOf([1, 1, 1], 30)).toBeNull();
  expect(forecastOf([1, 1, 1, 1, 1], 4)).toBeNull();
});

it('ends equal days at their sum, with no spread', () => {
  expect(forecastOf([2, 2, 2, 1], 30)).toEqual({ low: 60, high: 60 });
});

it('spreads with the days, and never below what is spent', () => {
  const forecast = forecastOf([0, 10, 0, 10, 0, 20], 7);
  expect(forecast?.low).toBe(40);
  expect(forecast?.high).toBeGreaterThan(40);
  const [near, far] = [forecastOf([1, 3, 1, 3, 2], 10), forecastOf([1, 3, 1, 3, 2], 30)];
  expect((far?.high ?? 0) - (far?.low ?? 0)).toBeGreaterThan((near?.high ?? 0) - (near?.low ?? 0));
});

it('knows the days of a month', () => {
  expect(['2026-11', '2028-02', '2026-12'].map(daysIn)).toEqual([30, 29, 31]);
});
