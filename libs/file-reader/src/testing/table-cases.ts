import { type FileCase, fileCase as file } from './file-case';

/** Tables. */
export const tableCases: FileCase[] = [
  file('an unclosed quote', 'id,note\nr1,"unclosed\nr2,fine\nr3,fine\nr4,"also ""quoted"" text"\nr5,fine\n', {
    rows: [{ id: 'r5', note: 'fine' }],
    refused: [[2, 5, 'text_behind_quote']],
    told: 'lines 2 to 5 is left out',
  }),
  file(
    'an unclosed quote of three columns',
    'id,note,total\nr1,"unclosed,1\nr2,fine,2\nr3,fine,3\nr4,"ok",4\nr5,ok,5\n',
    {
      rows: [{ id: 'r5', note: 'ok', total: '5' }],
      refused: [[2, 5, 'text_behind_quote']],
    },
  ),
  file('a quote that is never closed', 'id,note\na,1\nb,"open\nc,2\n', {
    rows: [{ id: 'a', note: '1' }],
    refused: [[3, 4, 'open_quote']],
    told: 'opens in line 3 and is never closed',
  }),
  file('a quote inside a plain cell', 'id,note\na,5" pipe\nb,x\n', {
    rows: [{ id: 'b', note: 'x' }],
    refused: [[2, 2, 'bare_quote']],
    told: 'quote the cell and double the mark',
  }),
  file('quotes as characters', 'id\tnote\na\t5" pipe\nb\t"x\n', {
    options: { hasQuotes: false },
    rows: [
      { id: 'a', note: '5" pipe' },
      { id: 'b', note: '"x' },
    ],
  }),
  file('line numbers behind quoted CRLF', 'id,note\r\nq1,"a\r\nb\r\nc"\r\nq2,"x\r\ny"\r\nz\r\nq3,ok\r\n', {
    rows: [
      { id: 'q1', note: 'a\r\nb\r\nc' },
      { id: 'q2', note: 'x\r\ny' },
      { id: 'q3', note: 'ok' },
    ],
    refused: [[7, 7, 'cells']],
    told: 'The line has 1 cells, the header 2',
  }),
  file('carriage returns alone', 'id,note\rm1,one\rm2,"t\rwo"\rm3,"x"y\rm4,z', {
    rows: [
      { id: 'm1', note: 'one' },
      { id: 'm2', note: 't\rwo' },
      { id: 'm4', note: 'z' },
    ],
    refused: [[5, 5, 'text_behind_quote']],
  }),
  file('semicolons', 'id;note;total\ns1;hello, you;1,5\n', { rows: [{ id: 's1', note: 'hello, you', total: '1,5' }] }),
  file('bars', 'id|n\n1|x, y\n', { rows: [{ id: '1', n: 'x, y' }] }),
  file('the line by which Excel tells the delimiter', 'sep=;\r\nid;n\r\n1;a,b\r\n', { rows: [{ id: '1', n: 'a,b' }] }),
  file('a delimiter that is given', 'id:n\n1:a,b\n2:,\n', {
    options: { delimiter: ':' },
    rows: [
      { id: '1', n: 'a,b' },
      { id: '2', n: ',' },
    ],
  }),
  file('a delimiter of two characters', 'id\n1\n', { options: { delimiter: '||' }, rows: [], fault: 'bad_delimiter' }),
  file('one column, empty lines', '\nid\n\na\n\nb', { rows: [{ id: 'a' }, { id: 'b' }] }),
  file('64-bit ids and codes in a table', 'id,zip\n1234567890123456789,01234\n', {
    rows: [{ id: '1234567890123456789', zip: '01234' }],
  }),
  file('a column twice', 'id,note,note\nd1,a,b\n', {
    rows: [],
    fault: 'duplicate_columns',
    told: 'columns 2 and 3 are both named "note": give each',
  }),
  file('columns without a name', 'id,,n,\n1,,a,\n2,x,b,\n,,,\n', {
    rows: [{ id: '1', n: 'a' }],
    refused: [[3, 3, 'unnamed_cell']],
    told: 'Cell 2 stands in a column without a name',
  }),
  file('no names at all', ';;\n1;2;3\n', {
    options: { delimiter: ';' },
    rows: [],
    fault: 'no_header',
    told: 'a row of names',
  }),
  file('a header with a broken quote', 'id,"no"te\n1,2\n', { rows: [], fault: 'broken_header', told: 'line 1' }),
  file('U+0000 in a cell', 'id,n\na,x\0y\nb,z\n', { rows: [{ id: 'b', n: 'z' }], refused: [[2, 2, 'nul']] }),
  file('a column named __proto__', 'id,__proto__\n1,x\n', { rows: [JSON.parse('{"id":"1","__proto__":"x"}')] }),
  file('quotes, doubled ones, empty ones', 'id,n\n"1","say ""hi"", you"\n2,""\n3,""""\n', {
    rows: [
      { id: '1', n: 'say "hi", you' },
      { id: '2', n: '' },
      { id: '3', n: '"' },
    ],
  }),
  file('only a header, and nothing', 'id,n', { rows: [] }),
  file('an empty file', '', { rows: [] }),
  file('an Excel workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), {
    rows: [],
    fault: 'not_text',
    told: 'Save the sheet as CSV',
  }),
];
