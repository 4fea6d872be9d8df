import { judgedWithin } from './judged-within';

const open = { 'attributes.open': true };
const orders = { 'attributes.kind': 'order' };

it('narrows a scope by what the definition applies to', () => {
  expect(judgedWithin(undefined, {})).toBeNull();
  expect(judgedWithin(orders, {})).toEqual({ where: orders });
  expect(judgedWithin(undefined, { created_within: '30d' })).toEqual({ created_within: '30d' });
  expect(judgedWithin(orders, { created_within: '30d', where: open })).toEqual({
    created_within: '30d',
    where: { all: [orders, open] },
  });
});

it('leaves the scope as it is where both together are more than a filter takes', () => {
  const many = (name: string) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`attributes.${name}${i}`, true]));
  expect(judgedWithin(many('a'), { where: many('b') })).toEqual({ where: many('b') });
});
