import { Numbered } from '../data/line';

export interface Batch<Item> {
  file: string;
  /** Lines up to this one belong to earlier batches. */
  afterLine: number;
  lastLine: number;
  items: Numbered<Item>[];
}

export interface BatchBounds {
  items: number;
  /** Bytes of JSON; kept well below the API's 8 MiB a body. */
  bytes: number;
}

/**
 * Cuts the rows of a file into batches, the same ones for the same file and start, passing over the lines up to
 * `afterLine`. `toItem` may drop a row by null; the batch's lines cover it all the same.
 */
export async function* readInBatches<Row, Item>(
  file: string,
  rows: AsyncIterable<Numbered<Row>>,
  afterLine: number,
  bounds: BatchBounds,
  toItem: (numbered: Numbered<Row>) => Item | null,
): AsyncGenerator<Batch<Item>> {
  let batch: Batch<Item> = { file, afterLine, lastLine: afterLine, items: [] };
  let bytes = 0;
  for await (const numbered of rows) {
    if (numbered.line <= afterLine) continue;
    const item = toItem(numbered);
    const itemBytes = item === null ? 0 : Buffer.byteLength(JSON.stringify(item));
    if (batch.items.length === bounds.items || (batch.items.length > 0 && bytes + itemBytes > bounds.bytes)) {
      yield batch;
      batch = { file, afterLine: batch.lastLine, lastLine: batch.lastLine, items: [] };
      bytes = 0;
    }
    if (item !== null) batch.items.push({ line: numbered.line, row: item });
    batch.lastLine = numbered.line;
    bytes += itemBytes;
  }
  if (batch.lastLine > batch.afterLine) yield batch;
}
