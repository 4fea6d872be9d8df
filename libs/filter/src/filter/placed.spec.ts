import { placedConditions } from './placed';

it('names the place of each condition in the request, and whether it is negated [REL-F5]', () => {
  const filter = {
    'attributes.kind': 'ticket',
    any: [{ 'state.a/b': { within: '1d' } }, { all: [{ not: { 'attributes.open': { exists: false } } }] }],
  };
  const found = placedConditions(filter, '/filter').map(({ pointer, isNegated, tests }) => [
    pointer,
    isNegated,
    tests[0]?.op,
  ]);
  expect(found).toEqual([
    ['/filter/attributes.kind', false, 'eq'],
    ['/filter/any/0/state.a~1b', false, 'within'],
    ['/filter/any/1/all/0/not/attributes.open', true, 'exists'],
  ]);
});
