import { EXIT } from '@app/commands';
import {
  type FileFaultCode,
  type FileReading,
  FileFault,
  type FileRecord,
  type RefusalReason,
  readFile,
} from '@app/file-reader';
import type { Understanding } from '@app/file-reader';
import { Refusal } from '../exit/refusal';
import type { Source } from './source';

/** Records of a source. */
export interface OpenRecords extends Pick<FileReading, 'summary'> {
  readonly records: AsyncIterable<FileRecord>;
  /** Lets the file go. */
  close(): void;
}

/** Options by which a user mends what is wrong. */
const mends: Partial<Record<FileFaultCode | RefusalReason, string>> = {
  bad_encoding: '--encoding',
  unknown_encoding: '--encoding',
  bad_delimiter: '--delimiter',
  bare_quote: '--no-quotes',
  big_number: '--big-numbers text',
};

/**
 * Begins to read a source. @param onUnderstood is called before the first record, and may throw
 * The records end with a Refusal where the file cannot be read as a whole.
 */
export function openRecords(source: Source, onUnderstood?: (understanding: Understanding) => void): OpenRecords {
  const stream = source.open();
  const reading = readFile(readBytes(source.name, stream), { ...source.options, onUnderstood });
  return {
    records: readOrRefuse(source.name, reading),
    get summary() {
      return reading.summary;
    },
    close: () => void stream.destroy(),
  };
}

/** How many records a source has, header and empty lines aside. Reads it whole. */
export async function countRecords(source: Source): Promise<number> {
  const { records, close } = openRecords(source);
  let count = 0;
  try {
    for await (const _record of records) count++;
  } finally {
    close();
  }
  return count;
}

/** What a user reads of a refusal: the reader's sentence, and the option that mends it. */
export function toldOf(code: FileFaultCode | RefusalReason, message: string): string {
  const option = mends[code];
  return option === undefined ? message : `${message.replace(/\.$/, '')} (${option}).`;
}

async function* readOrRefuse(name: string, reading: FileReading): AsyncGenerator<FileRecord> {
  try {
    for await (const record of reading) yield record;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const isOption = error.code === 'bad_delimiter' || error.code === 'unknown_encoding';
    throw new Refusal(`${name}: ${toldOf(error.code, error.message)}`, isOption ? EXIT.usage : EXIT.failed);
  }
}

async function* readBytes(name: string, stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new Refusal(`${name} is not packed by gzip, or is cut off: ${(error as Error).message}.`, EXIT.failed);
  }
}
