import { typedCell, typedValue } from './typed-value';

it('a cell is a number or a truth value where it is one as a whole, and keeps every digit', () => {
  const cells = ['12', '-0.5', '01234', '12345678901234567890', '1e999', '12 EUR', ''];
  expect(cells.map((cell) => typedCell(cell, 'number'))).toEqual([12, -0.5, ...cells.slice(2, 6), undefined]);
  expect(['true', 'FALSE', 'yes', '1', ''].map((cell) => typedCell(cell, 'boolean'))).toEqual([
    true,
    false,
    'yes',
    '1',
    undefined,
  ]);
  expect(['12', 'true', ''].map((cell) => typedCell(cell, 'text'))).toEqual(['12', 'true', '']);
});

it('a cell as JSON is whatever JSON it is', () => {
  expect(['{"a":[1]}', 'null', '"x"', '[9007199254740993]', 'x'].map(typedValue)).toEqual([
    { a: [1] },
    null,
    'x',
    '[9007199254740993]',
    'x',
  ]);
});
