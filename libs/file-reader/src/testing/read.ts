import { ByteReader } from '../byte-reader';
import { FileFault, type ReadOptions, type Summary, type Understanding, readFile } from '../index';
import type { FileRecord } from '../record/record';
import { sniff } from '../sniff/sniff';

/** A reading of bytes as a spec compares it. */
export interface Read {
  /** The fields of rows. */
  rows: unknown[];
  /** First line, last line, reason. */
  refused: [number, number, string][];
  /** Sentences of refusals, or of the fault that ended the reading. */
  told: string[];
  fault: string | null;
  summary: Summary;
  understanding: Understanding | null;
}

export const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => Buffer.from(text, encoding);

/** Reads bytes in one part. */
export async function read(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<Read> {
  let understanding: Understanding | null = null;
  const reading = readFile([typeof bytes === 'string' ? bytesOf(bytes) : bytes], {
    ...options,
    onUnderstood: (understood) => (understanding = understood),
  });
  const records: FileRecord[] = [];
  let fault: FileFault | null = null;
  try {
    for await (const record of reading) records.push(record);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    fault = error;
  }
  const refusals = records.flatMap((record) => (record.kind === 'refusal' ? [record] : []));
  return {
    rows: records.flatMap((record) => (record.kind === 'row' ? [record.fields] : [])),
    refused: refusals.map(({ line, lastLine, reason }) => [line, lastLine, reason]),
    told: [...refusals.map(({ message }) => message), ...(fault ? [fault.message] : [])],
    fault: fault?.code ?? null,
    summary: reading.summary,
    understanding,
  };
}

/** What a file's bytes make when they come in parts of these lengths, the last one again and again. */
export function readInParts(bytes: Uint8Array, lengths: readonly number[], options: ReadOptions = {}): unknown[] {
  const records: unknown[] = [];
  try {
    const reader = new ByteReader(sniff(bytes, options, true), options);
    for (let at = 0, part = 0; at < bytes.length; part++) {
      const length = Math.max(1, lengths[Math.min(part, lengths.length - 1)] ?? bytes.length);
      records.push(...reader.push(bytes.slice(at, at + length)));
      at += length;
    }
    records.push(...reader.end());
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    records.push([error.code, error.message]);
  }
  return records;
}
