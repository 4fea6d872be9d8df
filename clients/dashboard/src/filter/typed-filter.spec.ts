import { typedFilter } from './typed-filter';

it('keeps the filter while its text is no JSON, and is none without conditions', () => {
  const before = { 'attributes.a': 1 };
  expect([typedFilter(null, before), typedFilter({}, before), typedFilter({ id: 'x' }, before)]).toEqual([
    before,
    undefined,
    { id: 'x' },
  ]);
});
