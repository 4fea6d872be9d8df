import { FileFault } from '../record/file-fault';

/** A byte order mark and the encoding that it names. */
interface Mark {
  encoding: string;
  bytes: readonly number[];
}

const marks: readonly Mark[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const utf32Marks = [
  [0xff, 0xfe, 0x00, 0x00],
  [0x00, 0x00, 0xfe, 0xff],
];

/** Bytes at the beginning of a file by which programs know it, and what to do with such a file. */
const binaries: readonly [string, readonly number[], string][] = [
  ['an Excel workbook (.xlsx) or another packed file', [0x50, 0x4b, 0x03, 0x04], 'Save the sheet as CSV (UTF-8).'],
  ['an Excel workbook (.xls)', [0xd0, 0xcf, 0x11, 0xe0], 'Save the sheet as CSV (UTF-8).'],
  ['packed by gzip', [0x1f, 0x8b], 'Unpack it first.'],
  ['packed by Zstandard', [0x28, 0xb5, 0x2f, 0xfd], 'Unpack it first.'],
  ['a PDF', [0x25, 0x50, 0x44, 0x46], 'Save its table as CSV (UTF-8).'],
  ['a Parquet file', [0x50, 0x41, 0x52, 0x31], 'Save it as CSV or JSON lines.'],
];

/** The encoding of a file, and how many bytes of a byte order mark stand before its text. */
export interface Encoding {
  /** As WHATWG names it: `utf-8`, `utf-16le`, `windows-1252`. */
  name: string;
  markBytes: number;
}

/**
 * The encoding of a file by its first bytes: that of its byte order mark, else the given one, else UTF-8.
 * @param head the first bytes of the file @param given a label of the Encoding Standard, such as `latin1`
 * @throws FileFault for a file that holds no text, and for a label that nobody knows
 */
export function encodingOf(head: Uint8Array, given?: string): Encoding {
  const name = given === undefined ? undefined : nameOf(given);
  for (const [what, bytes, mend] of binaries) {
    if (startsWith(head, bytes)) throw new FileFault('not_text', `The file is ${what}, not text. ${mend}`);
  }
  // Before the marks: that of UTF-16 begins one of them, and each cell would then hold a NUL behind every character.
  if (utf32Marks.some((bytes) => startsWith(head, bytes))) {
    // No encoding that is named would mend it.
    throw new FileFault('not_text', 'The file is UTF-32, which is not read: save it as UTF-8.');
  }
  const mark = marks.find(({ bytes }) => startsWith(head, bytes));
  // A mark counts before the label: with `utf-16` a user names no byte order, and the mark does.
  if (mark && (name === undefined || name === mark.encoding || name.startsWith('utf-16'))) {
    return { name: mark.encoding, markBytes: mark.bytes.length };
  }
  if (name === undefined && looksLikeUtf16(head)) {
    throw new FileFault(
      'bad_encoding',
      'The file looks like UTF-16 without a byte order mark: name its encoding, utf-16le or utf-16be.',
      1,
    );
  }
  return { name: name ?? 'utf-8', markBytes: 0 };
}

/** The Encoding Standard's name of a label. @throws FileFault for a label that it has not */
export function nameOf(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const known = 'utf-8, utf-16le, windows-1252 (Western Europe), windows-1251 (Cyrillic), shift_jis or gb18030';
    throw new FileFault('unknown_encoding', `The encoding "${label}" is not known: give a name such as ${known}.`);
  }
}

/** What to say of lines or a file of other bytes. @param what such as `The line` */
export function damagedSentence(what: string, encoding: string): string {
  const name = encoding.startsWith('utf') ? encoding.toUpperCase() : encoding;
  return `${what} is not ${name}: name the file's encoding, such as windows-1252.`;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

/** Texts of Latin letters have a NUL in every other byte then; texts in UTF-8 have none. */
function looksLikeUtf16(head: Uint8Array): boolean {
  const sample = head.subarray(0, 512);
  let nuls = 0;
  for (const byte of sample) if (byte === 0) nuls++;
  return sample.length >= 4 && nuls * 10 >= sample.length * 3;
}
