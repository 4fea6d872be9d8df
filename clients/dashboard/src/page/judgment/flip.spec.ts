import { flipOf } from './flip';

it('finds who enters when a threshold falls and who leaves when it rises, the bounds as the threshold has them', () => {
  const path = 'answers.late.p';
  expect(flipOf('late', 0.6, 0.4)).toEqual({
    flagged: { [path]: { gte: 0.4 } },
    enter: { [path]: { gte: 0.4, lt: 0.6 } },
    leave: null,
  });
  expect(flipOf('late', 0.4, 0.6)).toMatchObject({ enter: null, leave: { [path]: { gte: 0.4, lt: 0.6 } } });
  expect(flipOf('late', 0.4, 0.4)).toMatchObject({ enter: null, leave: null });
  expect(flipOf('late', null, 0.5).enter).toEqual({ [path]: { gte: 0.5 } });
});
