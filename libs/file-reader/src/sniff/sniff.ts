import { sniffDelimiter, sniffLineEnd } from '../csv/delimiter';
import { damagedSentence, encodingOf } from '../encoding/encoding';
import { TextDecoding } from '../encoding/text-decoding';
import { elementsOf } from '../json/array-elements';
import { jsonRecord } from '../json/json-record';
import { LineReader } from '../json/line-reader';
import type { TableFormat } from '../csv/record-scan';
import { TableReader } from '../csv/table-reader';
import { FileFault } from '../record/file-fault';
import type { FileRecord, Piece, RecordReader } from '../record/record';
import { columnsOf, idCandidates } from './column';
import { sniffFormat } from './format';
import type { FileFormat, FileOptions, Understanding } from './understanding';

const mostSampled = 200;
/** A sample shows what stands in the file, whatever becomes of it. */
const rules = { bigNumbers: 'text', idMembers: new Set<string>() } as const;

/** Bytes from the beginning of a file by which it is understood. */
export const headBytes = 256 * 1024;

/**
 * Finds out how a file is written. Reads the head alone, so it is quick for a file of any size.
 * @param head the first `headBytes` of the file @param isWhole whether they are all of it
 * @throws FileFault for a file that cannot be read; also where bytes of the head are not UTF-8 and the user names no encoding
 */
export function sniff(head: Uint8Array, options: FileOptions = {}, isWhole = head.length < headBytes): Understanding {
  const { name: encoding, markBytes } = encodingOf(head, options.encoding);
  const pieces = piecesOf(head.subarray(markBytes), encoding, isWhole);
  const text = pieces.map((piece) => piece.text).join('');
  const damaged = pieces.findIndex(({ isDamaged }) => isDamaged);
  if (damaged >= 0 && options.encoding === undefined) {
    const before = pieces.slice(0, damaged).map((piece) => piece.text);
    const line = before.join('').split(/\r\n|\r|\n/).length;
    throw new FileFault('bad_encoding', damagedSentence(`Line ${line}`, encoding), line);
  }
  const format = options.format ?? sniffFormat(text, options.name);
  const lineEnd = sniffLineEnd(text);
  const hasQuotes = options.hasQuotes ?? true;
  const delimiter = delimiterOf(format, text, { lineEnd, hasQuotes }, options, isWhole);
  const table = delimiter === null ? null : { delimiter, lineEnd, hasQuotes };
  const { sample, names } = sampleOf({ format, encoding, lineEnd, table }, pieces, isWhole);
  const columns = columnsOf(sample, names);
  return {
    format: delimiter === '\t' ? 'tsv' : format,
    encoding,
    markBytes,
    delimiter,
    lineEnd,
    hasQuotes,
    columns,
    idCandidates: idCandidates(sample, columns),
    sample,
  };
}

/** @throws FileFault `bad_delimiter` */
function delimiterOf(
  format: FileFormat,
  head: string,
  table: { lineEnd: '\n' | '\r'; hasQuotes: boolean },
  { delimiter }: FileOptions,
  isWhole: boolean,
): string | null {
  if (format === 'json' || format === 'jsonl') return null;
  if (delimiter === undefined) return format === 'tsv' ? '\t' : sniffDelimiter(head, table, isWhole);
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    const message = 'A delimiter is one character, such as a comma, a semicolon, a tab or |.';
    throw new FileFault('bad_delimiter', message);
  }
  return delimiter;
}

function piecesOf(bytes: Uint8Array, encoding: string, isWhole: boolean): Piece[] {
  const decoding = new TextDecoding(encoding);
  return [...decoding.push(bytes), ...(isWhole ? decoding.end() : [])];
}

/** How the head is read. */
interface HeadReading {
  format: FileFormat;
  encoding: string;
  lineEnd: '\n' | '\r';
  /** Null for JSON. */
  table: TableFormat | null;
}

function sampleOf(reading: HeadReading, pieces: readonly Piece[], isWhole: boolean) {
  const sample: FileRecord[] = [];
  let names: readonly string[] = [];
  for (const record of recordsOf(reading, pieces, isWhole, (columns) => (names = columns))) {
    sample.push(record);
    if (sample.length === mostSampled) break;
  }
  return { sample, names };
}

function* recordsOf(
  { format, encoding, lineEnd, table }: HeadReading,
  pieces: readonly Piece[],
  isWhole: boolean,
  onHeader: (columns: readonly string[]) => void,
): Generator<FileRecord> {
  if (format === 'json') {
    const text = pieces.map((piece) => piece.text).join('');
    for (const { from, to, line, lastLine } of elementsOf(text, isWhole)) {
      yield jsonRecord(text.slice(from, to), [line, lastLine], rules);
    }
    return;
  }
  const reader: RecordReader =
    table === null ? new LineReader(rules, encoding, lineEnd) : new TableReader(table, encoding, onHeader);
  for (const piece of pieces) yield* reader.push(piece);
  if (isWhole) yield* reader.end();
}
