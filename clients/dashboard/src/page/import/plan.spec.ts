import { sniff } from '@app/file-reader';
import { idColumnOf, planOf, plannerOf, withColumn } from './plan';

const understood = (text: string, name = 'a.csv') => sniff(new TextEncoder().encode(text), { name });
const csv = `nr;status;seats;text\n${[7, 8, 9]
  .map((n) => `${n};open;1${n};The invoice of May was paid twice by ${n} people`)
  .join('\n')}\n`;

it('short values become attributes, long texts the state, the likeliest column the id; cells stay texts', () => {
  const plan = planOf(understood(csv));
  expect(plan.columns.map(({ name, place }) => [name, place])).toEqual([
    ['nr', 'id'],
    ['status', 'attributes'],
    ['seats', 'attributes'],
    ['text', 'state'],
  ]);
  const row = { nr: '7', status: 'open', seats: '017', text: 'Paid twice' };
  expect(plannerOf(plan)(row)).toEqual({
    document: { id: '7', attributes: { status: 'open', seats: '017' }, state: { text: 'Paid twice' } },
    misfits: [],
  });
  expect(plannerOf(plan)({ ...row, nr: true })).toBe('"nr" is no text and no number: it must hold the document\'s id.');
  expect(plannerOf(plan)({ ...row, nr: '' })).toBe('"nr" is empty: it must hold the document\'s id.');
});

it('a column of numbers is read as numbers on request; a cell that is none stays a text and is counted', () => {
  const plan = withColumn(planOf(understood(csv)), 'seats', { type: 'number', place: 'state' });
  const row = { nr: '7', status: 'open', seats: '17', text: 'x' };
  expect(plannerOf(plan)(row)).toMatchObject({ document: { state: { seats: 17 } }, misfits: [] });
  expect(plannerOf(plan)({ ...row, seats: 'many' })).toMatchObject({
    document: { state: { seats: 'many' } },
    misfits: ['seats'],
  });
  expect(plannerOf(plan)({ ...row, seats: '' })).toEqual({
    document: { id: '7', attributes: { status: 'open' }, state: { text: 'x' } },
    misfits: [],
  });
});

it('a column of times is the time of new documents; an empty cell names none', () => {
  const plan = withColumn(planOf(understood(csv)), 'status', { place: 'created_at' });
  const row = { nr: '7', status: '2020-01-01T00:00:00Z', seats: '', text: 'x' };
  expect(plannerOf(plan)(row)).toMatchObject({ document: { created_at_if_new: row.status } });
  expect(plannerOf(plan)({ ...row, status: '' })).toEqual({
    document: { id: '7', attributes: { seats: '' }, state: { text: 'x' } },
    misfits: [],
  });
});

it('only one column is the id', () => {
  const plan = withColumn(planOf(understood(csv)), 'status', { place: 'id' });
  expect([idColumnOf(plan), plan.columns[0]?.place]).toEqual(['status', 'none']);
});

it('objects of JSON that are documents of the API are written as they are; others are placed by their members', () => {
  const whole = planOf(understood('{"id":"a","state":{"t":1}}\n{"id":"b","attributes":{"n":1}}\n', 'a.jsonl'));
  expect(whole.isWhole).toBe(true);
  expect(plannerOf(whole)({ id: 7, state: { t: 1 }, refused_line: 3, refused_reason: 'x' })).toEqual({
    document: { id: '7', state: { t: 1 } },
    misfits: [],
  });
  const placed = planOf(understood('{"id":1,"who":"ann","__proto__":{"a":1}}\n{"id":2,"who":"bob"}\n', 'a.jsonl'));
  expect(placed.isWhole).toBe(false);
  const fields = JSON.parse('{"id":1,"who":"ann","__proto__":{"a":1},"later":[1]}') as Record<string, unknown>;
  expect(JSON.stringify(plannerOf(placed)(fields))).toBe(
    '{"document":{"id":"1","attributes":{"who":"ann"},"state":{"__proto__":{"a":1},"later":[1]}},"misfits":[]}',
  );
});

it('a file of refused rows is imported again without the columns that it added', () => {
  const plan = planOf(understood('refused_line,refused_reason,id,n\n3,"Mend it.",a,1\n4,"Mend it.",b,2\n'));
  expect(plan.columns.map(({ place }) => place)).toEqual(['none', 'none', 'id', 'attributes']);
});
