import { type FileCase, fileCase as file } from './file-case';

/** JSON. */
export const jsonCases: FileCase[] = [
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
