import { csvCell, csvFile, csvText } from './csv';

it.each(['=1+1', '+1', '-1', '@sum', ' =1', '\t=1', '\r=1'])('a spreadsheet does not run %j', (text) => {
  expect(csvCell(text)).toMatch(/^"?'/);
});

it('keeps numbers, quotes what holds a comma, a quote or a line, and leaves nothing empty', () => {
  expect([csvCell(-1.5), csvCell('a,b'), csvCell('say "x"'), csvCell('a\nb'), csvCell(null), csvCell(false)]).toEqual([
    '-1.5',
    '"a,b"',
    '"say ""x"""',
    '"a\nb"',
    '',
    'false',
  ]);
  expect(csvText(['id', '=n'], [['a', 1]])).toBe("id,'=n\r\na,1\r\n");
});

it('a file for people says once that it is UTF-8, and its first name reads as it was written', () => {
  const file = csvFile(csvText(['Straße'], [['Köln']]));
  expect([...new TextEncoder().encode(file).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(csvFile(file)).toBe(file);
  expect(new TextDecoder().decode(new TextEncoder().encode(file))).toBe('Straße\r\nKöln\r\n');
});
