import { columnsOf, readColumns } from './column';

const sample = [
  {
    attributes: { open_days: '12', 'no name': 'x', plan: 'pro' },
    state: { Body: 'I want my money back, please.', 'a.b': { n: 1 } },
  },
  { attributes: { open_days: '7', plan: 'free' }, state: { Body: 'Where is it now, my parcel?', tags: ['x'] } },
];

it('tells sentences from names, numbers and lists, also where a file left digits as text [DASH-06]', () => {
  expect(columnsOf(sample).map(({ path, name, kind, share }) => [path, name, kind, share])).toEqual([
    ['attributes.open_days', 'open_days', 'number', 1],
    ['attributes.plan', 'plan', 'word', 1],
    ['state.Body', 'body', 'text', 1],
    ['state."a.b".n', 'n', 'number', 0.5],
    ['state.tags', 'tags', 'list', 0.5],
  ]);
});

it('looks at so many paths and so deep, however large documents are [DASH-06]', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]));
  const deep = { a: { b: { c: { d: { e: 'too deep' } } } } };
  expect(columnsOf([{ attributes: deep, state: wide }])).toHaveLength(200);
  expect(columnsOf([])).toEqual([]);
});

it('reads texts, words and numbers, and no ids, moments and addresses [CTX-07] [DASH-06]', () => {
  const rows = Array.from({ length: 6 }, (_, n) => ({
    attributes: { order_id: n, plan: n % 2 ? 'pro' : 'free', total: n * 10, code: `K${n}` },
    state: {
      text: `Order ${n} has not arrived yet.`,
      at: `2026-11-2${n}T10:00:00Z`,
      link: `https://shop.example/${n}`,
      ...(n === 0 && { rare: 'once' }),
    },
  }));
  expect(readColumns(columnsOf(rows))).toEqual(['attributes.plan', 'attributes.total', 'state.text', 'state.rare']);
});
