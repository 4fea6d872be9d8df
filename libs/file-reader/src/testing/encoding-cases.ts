import { type FileCase, fileCase as file } from './file-case';
import { bytesOf } from './read';

const mark = '\uFEFF';
const utf16be = (text: string) => Buffer.from(`${mark}${text}`, 'utf16le').swap16();
const utf32 = (text: string) => Buffer.from(Uint32Array.from([...text], (sign) => sign.codePointAt(0) ?? 0).buffer);

/** Encodings and byte order marks. */
export const encodingCases: FileCase[] = [
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
  file('UTF-32', utf32(`${mark}id,name\nu1,Müller\n`), { rows: [], fault: 'not_text', told: 'save it as UTF-8' }),
  file('UTF-32 of the other order', utf32(`${mark}id\nu1\n`).swap32(), {
    rows: [],
    fault: 'not_text',
    told: 'save it as UTF-8',
  }),
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
