import { ByteReader, type NumberOptions } from './byte-reader';
import type { FileRecord } from './record/record';
import { type Summary, SummaryCount } from './record/summary';
import { headBytes, sniff } from './sniff/sniff';
import type { FileOptions, Understanding } from './sniff/understanding';

/** A stream of the Streams Standard, as `Blob.stream()` returns it. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array }>;
    cancel(): Promise<unknown>;
  };
}

/** The bytes of a file in order: a stream of a page or of Node, or any iterable. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ByteStream;

export interface ReadOptions extends FileOptions, NumberOptions {
  /** Is called once before the first record, and may throw to refuse the file. */
  onUnderstood?: (understanding: Understanding) => void;
}

/** Records of a file as they are read, and what was read so far. */
export interface FileReading extends AsyncIterable<FileRecord> {
  /** Of all records that were taken so far; of the file when they end. */
  readonly summary: Summary;
}

/**
 * Reads a file of any size without keeping it, an array of JSON aside. Nothing is guessed: what cannot be read becomes a
 * `Refusal` with its line, and reading goes on behind it.
 * @param source is read once
 * @throws FileFault while records are taken, for a file that cannot be read as a whole
 */
export function readFile(source: ByteSource, options: ReadOptions = {}): FileReading {
  const count = new SummaryCount();
  return {
    get summary() {
      return count.summary;
    },
    [Symbol.asyncIterator]: () => readRecords(source, options, count),
  };
}

async function* readRecords(source: ByteSource, options: ReadOptions, count: SummaryCount): AsyncGenerator<FileRecord> {
  let [head, reader]: [Uint8Array[], ByteReader | null] = [[], null];
  let bytes = 0;
  const begin = (isWhole: boolean): [ByteReader, Uint8Array] => {
    const first = joined(head, bytes);
    head = [];
    const understanding = sniff(first, options, isWhole);
    options.onUnderstood?.(understanding);
    return [new ByteReader(understanding, options, (columns) => count.begin(columns)), first];
  };
  // One generator and no `yield*`: each level of them costs as much as a row does.
  for await (const chunk of readChunks(source)) {
    let part = chunk;
    if (!reader) {
      head.push(chunk);
      bytes += chunk.length;
      if (bytes < headBytes) continue;
      [reader, part] = begin(false);
    }
    for (const record of reader.push(part)) yield count.add(record);
  }
  if (!reader) {
    const [begun, first] = begin(true);
    reader = begun;
    for (const record of reader.push(first)) yield count.add(record);
  }
  for (const record of reader.end()) yield count.add(record);
}

async function* readChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  // Not every browser's streams can be iterated.
  if (!('getReader' in source)) return yield* source;
  const reader = source.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      if (value) yield value;
    }
  } finally {
    // A caller that takes no more records needs no more bytes.
    if (!isDone) await reader.cancel();
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
