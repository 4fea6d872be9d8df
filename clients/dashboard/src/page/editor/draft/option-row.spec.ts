import { levelsOf, optionsOf, rowsOf, rowsOfText, withPasted } from './option-row';

const options = [
  { value: 'billing:invoice', description: 'money: an invoice' },
  { value: 'https://a.example/x', description: 'a link' },
  { value: 'other' },
];

it('sends options with colons as they are stored, also when another row changes [JDG-07]', () => {
  expect(optionsOf(rowsOf(options))).toEqual(options);
  const changed = rowsOf(options).map((row, at) => (at === 2 ? { ...row, description: 'all else' } : row));
  expect(optionsOf(changed)).toEqual([...options.slice(0, 2), { value: 'other', description: 'all else' }]);
});

it('leaves out rows in which nothing is typed, and shows none of what is no list', () => {
  expect(
    optionsOf([
      { value: ' a ', description: ' ' },
      { value: '', description: '  ' },
    ]),
  ).toEqual([{ value: 'a' }]);
  expect(optionsOf([{ value: '', description: 'b' }])).toEqual([{ value: '', description: 'b' }]);
  expect([rowsOf({ from: 'same' }), rowsOf(undefined)]).toEqual([[], []]);
});

it('reads pasted lines: the description follows a tab, or a colon and a blank', () => {
  const text = 'billing:invoice: money: an invoice\r\nhttps://a.example/x\ta link\n\nother\nlast:\n';
  expect(optionsOf(rowsOfText(text))).toEqual([...options, { value: 'last' }]);
});

it('puts pasted lines where they are pasted', () => {
  const rows = rowsOf([{ value: 'a' }, { value: 'b' }, { value: 'c' }]);
  expect(withPasted(rows, 1, 'x\ny: Y').map(({ value }) => value)).toEqual(['a', 'x', 'y', 'c']);
});

it('sends levels as numbers, and what is no number as it is typed', () => {
  const rows = [' 1', '0.5', '-2', '', 'high', '1e1'].map((value) => ({ value, description: 'd' }));
  expect(levelsOf(rows).map(({ value }) => value)).toEqual([1, 0.5, -2, '', 'high', 10]);
});
