import { attributeText, chosenColumns, Document, offeredColumns, offeredOrders, orderOf, ticksOf } from './column';

const rows = [
  { attributes: { b: 1, a: 1 }, answers: { late: {} } },
  { attributes: { b: 2 } },
  { attributes: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`z${at}`, at])) },
] as unknown as Document[];
const offered = offeredColumns(rows, ['kind', 'late']);
const namesOf = (text: string) => chosenColumns(text, offered).map(({ path }) => path);

it('offers the attributes of most rows first, and every judgment', () => {
  expect(offered.map(({ name }) => name).slice(0, 3)).toEqual(['b', 'a', 'z0']);
  expect(offered.slice(-5).map(({ path }) => path)).toEqual([
    ...['answers.kind', 'answers.late'],
    ...['answers.kind.calibrated', 'answers.late.calibrated'],
    'updated_at',
  ]);
});

it('shows six attributes, every answer and the time of change until somebody chooses', () => {
  expect(namesOf('')).toEqual([
    ...['b', 'a', 'z0', 'z1', 'z2', 'z3'].map((name) => `attributes.${name}`),
    ...['answers.kind', 'answers.late', 'updated_at'],
  ]);
  expect(namesOf('answers.late,attributes.z8')).toEqual(['answers.late', 'attributes.z8']);
  expect(namesOf('answers.late.calibrated')).toEqual(['answers.late.calibrated']);
});

it('keeps a chosen attribute that no row has now, and drops a judgment that is gone', () => {
  expect(namesOf('attributes.rare,answers.gone,nonsense')).toEqual(['attributes.rare']);
});

it('reads an order of an address, and no other text', () => {
  expect(orderOf('answers.late.p:desc')).toEqual([{ path: 'answers.late.p', direction: 'desc' }]);
  expect([orderOf(''), orderOf('p'), orderOf(':asc')]).toEqual([undefined, undefined, undefined]);
});

it('offers no order by a choice, which has no size', () => {
  const orders = offeredOrders(
    [
      { name: 'late', type: 'bool' },
      { name: 'kind', type: 'choice' },
      { name: 'tone', type: 'score' },
    ],
    offered.slice(0, 1),
  );
  expect(orders.map(({ value }) => value).filter((value) => value.endsWith('desc'))).toEqual([
    'answers.late.p:desc',
    'answers.late.calibrated.p:desc',
    'answers.tone.score:desc',
    'answers.tone.calibrated.score:desc',
    'attributes.b:desc',
    'created_at:desc',
  ]);
});

it('ticks the thresholds that are probabilities', () => {
  expect(ticksOf({ alarm: 0.6, refund: { option: 'refund', gte: 0.4 } })).toEqual([0.6]);
});

it('says what an attribute is, and a dash where there is none', () => {
  expect(attributeText({ attributes: { tags: ['a', 'b'] } }, 'tags')).toBe('a, b');
  expect([attributeText({ attributes: { n: 0 } }, 'n'), attributeText({}, 'n')]).toEqual(['0', '–']);
});
