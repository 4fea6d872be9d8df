import { NewDelivery } from './delivery';
import { countOf, holdsOf } from './headroom';

const to = (endpointId: string): NewDelivery => ({ endpointId }) as NewDelivery;

it('gives out the headroom of an endpoint in order: to send at once, to hold ahead, and none', () => {
  const deliveries = ['a', 'b', 'a', 'a', 'c', 'a'].map(to);
  const headroom = new Map([
    ['a', { now: 1, ahead: 2 }],
    ['b', { now: 0, ahead: 0 }],
  ]);
  expect(holdsOf(deliveries, headroom)).toEqual(['now', 'no', 'ahead', 'ahead', 'no', 'no']);
  expect(headroom.get('a')).toEqual({ now: 1, ahead: 2 });
  expect(Object.fromEntries(countOf(deliveries))).toEqual({ a: 4, b: 1, c: 1 });
});
