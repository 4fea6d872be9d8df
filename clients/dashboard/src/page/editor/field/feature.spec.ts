import { type Feature, featureKinds, kindOf, windowOf, withKind } from './feature';

it('has the members of its kind alone, whatever it was before', () => {
  const mean: Feature = { name: 'spend', of: 'orders', aggregate: 'mean', path: 'attributes.total' };
  const all = featureKinds.map(({ value }) => withKind(mean, value, 'orders'));
  expect(all).toEqual([
    { name: 'spend', from: '' },
    { name: 'spend', age_of: '' },
    { name: 'spend', previous: 'p' },
    { name: 'spend', of: 'orders', aggregate: 'count' },
  ]);
  expect(all.map(kindOf)).toEqual(featureKinds.map(({ value }) => value));
  expect([kindOf(mean), kindOf({ name: 'new' })]).toEqual(['of', 'from']);
});

it('has a window as soon as one side of it is typed', () => {
  expect([windowOf('', ''), windowOf('', '7d')]).toEqual([undefined, { at: '', within: '7d' }]);
});
