import { columnsOf, Document, orderOf, ticksOf } from './column';

it('shows the attributes of most rows first, and every judgment', () => {
  const rows = [
    { attributes: { b: 1, a: 1 }, answers: { late: {} } },
    { attributes: { b: 2 } },
    { attributes: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`z${at}`, at])) },
  ] as unknown as Document[];
  expect(columnsOf(rows)).toEqual({ attributes: ['b', 'a', 'z0', 'z1', 'z2', 'z3'], answers: ['late'] });
});

it('reads an order of an address, and no other text', () => {
  expect(orderOf('answers.late.p:desc')).toEqual([{ path: 'answers.late.p', direction: 'desc' }]);
  expect([orderOf(''), orderOf('p'), orderOf(':asc')]).toEqual([undefined, undefined, undefined]);
});

it('ticks the thresholds that are probabilities', () => {
  expect(ticksOf({ alarm: 0.6, refund: { option: 'refund', gte: 0.4 } })).toEqual([0.6]);
});
