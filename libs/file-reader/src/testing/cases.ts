import type { ReadOptions } from '../read-file';
import { bytesOf } from './read';

/** A file as people have them, and what must be read of it. */
export interface FileCase {
  name: string;
  bytes: Uint8Array;
  options?: ReadOptions;
  rows: unknown[];
  /** First line, last line, reason. */
  refused?: [number, number, string][];
  fault?: string;
  /** A part of a sentence that tells how to mend it. */
  told?: string;
}

const mark = '\uFEFF';
const utf16be = (text: string) => Buffer.from(`${mark}${text}`, 'utf16le').swap16();
const file = (name: string, bytes: Uint8Array | string, rest: Omit<FileCase, 'name' | 'bytes'>): FileCase => ({
  name,
  bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes,
  ...rest,
});

/** Encodings and byte order marks. */
const encodings: FileCase[] = [
  file('Latin-1 table', bytesOf('id,name\nc1,Müller\nc2,Peña\n', 'latin1'), {
    rows: [],
    fault: 'bad_encoding',
    told: 'Line 2 is not UTF-8: name',
  }),
  file('Latin-1 table, named', bytesOf('id,name\nc1,Müller\n', 'latin1'), {
    options: { encoding: 'latin1' },
    rows: [{ id: 'c1', name: 'Müller' }],
  }),
  file('Windows-1252 with its own signs', Uint8Array.of(0x61, 0x0a, 0x80, 0x20, 0x93, 0x94), {
    options: { encoding: 'windows-1252' },
    rows: [{ a: '€ “”' }],
  }),
  file('Latin-1 JSON lines', bytesOf('{"id":"j1","name":"Müller"}\n', 'latin1'), {
    rows: [],
    fault: 'bad_encoding',
    told: 'windows-1252',
  }),
  file(
    'one line that is not UTF-8, UTF-8 named',
    Buffer.concat([bytesOf('id,n\na,é\nb,'), Buffer.of(0xfc), bytesOf('\nc,ü\n')]),
    {
      options: { encoding: 'utf-8' },
      rows: [
        { id: 'a', n: 'é' },
        { id: 'c', n: 'ü' },
      ],
      refused: [[3, 3, 'bad_encoding']],
    },
  ),
  file('UTF-16 with a mark', bytesOf(`${mark}id,name\nu1,Müller\n`, 'utf16le'), {
    rows: [{ id: 'u1', name: 'Müller' }],
  }),
  file('UTF-16 JSON lines', bytesOf(`${mark}{"id":"u2","name":"Müller 😀"}\n`, 'utf16le'), {
    rows: [{ id: 'u2', name: 'Müller 😀' }],
  }),
  file('UTF-16, high bytes first', utf16be('id\tn\r\nu3\tä\r\n'), { rows: [{ id: 'u3', n: 'ä' }] }),
  file('UTF-16 without a mark', bytesOf('id,name\nu1,x\n', 'utf16le'), {
    rows: [],
    fault: 'bad_encoding',
    told: 'utf-16le or utf-16be',
  }),
  file('UTF-16 without a mark, named', bytesOf('id,name\nu1,ü\n', 'utf16le'), {
    options: { encoding: 'utf-16le' },
    rows: [{ id: 'u1', name: 'ü' }],
  }),
  file('UTF-16 with a lone surrogate', bytesOf(`${mark}id,n\na,\ud800x\nb,y\n`, 'utf16le'), {
    options: { encoding: 'utf-16le' },
    rows: [{ id: 'b', n: 'y' }],
    refused: [[2, 2, 'bad_encoding']],
  }),
  file('a mark before a table and JSON', `${mark}id,note\r\nb3,"line one\r\nline two"\r\nb4,plain\r\n`, {
    rows: [
      { id: 'b3', note: 'line one\r\nline two' },
      { id: 'b4', note: 'plain' },
    ],
  }),
  file('a mark before JSON lines', `${mark}{"id":"b1"}\r\n{"id":"b2"}\r\n`, { rows: [{ id: 'b1' }, { id: 'b2' }] }),
  file('U+FEFF inside stays', `id,n\na,${mark}x\n`, { rows: [{ id: 'a', n: `${mark}x` }] }),
  file('an encoding that nobody knows', 'id\n1\n', {
    options: { encoding: 'ebcdic' },
    rows: [],
    fault: 'unknown_encoding',
    told: 'windows-1252',
  }),
];

/** Tables. */
const tables: FileCase[] = [
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

/** JSON. */
const json: FileCase[] = [
  file('64-bit ids', '{"id": 1234567890123456781}\n{"id": 1234567890123456789}\n{"id":"ok","n":9007199254740993}\n', {
    options: { idMembers: ['id'] },
    rows: [{ id: '1234567890123456781' }, { id: '1234567890123456789' }],
    refused: [[3, 3, 'big_number']],
    told: 'The number 9007199254740993 would be rounded',
  }),
  file('large numbers as text', '{"id":1,"s":{"n":[9007199254740993,-12345678901234567890.5,1e400,1e-400,1e16,7]}}', {
    options: { idMembers: ['id'], bigNumbers: 'text' },
    rows: [{ id: '1', s: { n: ['9007199254740993', '-12345678901234567890.5', '1e400', '1e-400', 1e16, 7] } }],
  }),
  file('digits in texts, names and deeper ids', '{"id":"9007199254740993","\\u0069d2":1.50,"a":{"id":1}}\n', {
    options: { idMembers: ['id', 'id2'] },
    rows: [{ id: '9007199254740993', id2: '1.50', a: { id: 1 } }],
  }),
  file('lines that are none', '{"id":"a"}\nnonsense\n\n[1]\n{"id":"b"', {
    rows: [{ id: 'a' }],
    refused: [
      [2, 2, 'bad_json'],
      [4, 4, 'not_an_object'],
      [5, 5, 'bad_json'],
    ],
    told: 'no JSON',
  }),
  file('U+2028 and escapes', '{"id":"a","t":"\u2028 \\\\u0000 \\ud83d\\ude00"}\n', {
    rows: [{ id: 'a', t: '\u2028 \\u0000 😀' }],
  }),
  file('lone surrogates and U+0000', '{"id":"\\ud800"}\n{"\\udc00":1}\n{"id":"x\\u0000"}\n', {
    rows: [],
    refused: [
      [1, 1, 'lone_surrogate'],
      [2, 2, 'lone_surrogate'],
      [3, 3, 'nul'],
    ],
  }),
  file('many levels', `{"a":${'['.repeat(40)}${']'.repeat(40)}}\n{"id":"b"}\n`, {
    rows: [{ id: 'b' }],
    refused: [[1, 1, 'too_deep']],
    told: 'flatter',
  }),
  file('an array', '[\n  {"id": "a",\n   "t": "x ] , {"},\n  {"id": 1 2},\n  7,\n  {"id": "b"}\n]\n', {
    rows: [{ id: 'a', t: 'x ] , {' }, { id: 'b' }],
    refused: [
      [4, 4, 'bad_json'],
      [5, 5, 'not_an_object'],
    ],
  }),
  file('an empty array', ' [ ]', { rows: [] }),
  file('an array that ends early', '[{"id":"a"},\n{"id":"b"}', {
    rows: [],
    fault: 'broken_array',
    told: 'line 2: the file ends',
  }),
  file('an array with an open text', '[{"id":"a},\n{"id":"b"}]', {
    rows: [],
    fault: 'broken_array',
    told: 'line 1: a text',
  }),
  file('one object over lines', '{\n "data": [\n {"id":1}\n]}', {
    rows: [],
    fault: 'not_a_list',
    told: 'save the list in it alone',
  }),
];

export const fileCases: readonly FileCase[] = [...encodings, ...tables, ...json];
