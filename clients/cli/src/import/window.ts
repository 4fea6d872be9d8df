import type { FileRecord } from '@app/file-reader';

/** A record that will be sent. */
export interface Row<T> {
  line: number;
  raw: unknown;
  /** The document's id: rows of one id are sent in their order. */
  id: string;
  body: T;
  /** Bytes of its JSON. */
  bytes: number;
}

export interface Refused {
  line: number;
  /** Where lines behind the first are refused with it. */
  last_line?: number;
  reason: string;
  row: unknown;
}

/** How a file is cut. A run that is resumed cuts as it began, so that each batch meets its Idempotency-Key again. */
export interface Shape {
  /** Batches in flight. */
  lanes: number;
  /** Rows a batch. */
  rows: number;
}

/** The part of a file that is sent as a whole before progress is kept. */
export interface Window<T> {
  number: number;
  rows: Row<T>[];
  refused: Refused[];
  /** First line of the last record that belongs to it. */
  lastLine: number;
  /** Records of the file up to its end: several may begin in one line. */
  records: number;
}

const batchBytes = 4 * 1024 * 1024;
const batchesOfLane = 2;

/**
 * Cuts records into windows.
 * @param toRow makes a row of a record, or says why it cannot; the second argument is the record's place in the file, from 0
 */
export async function* readWindows<T>(
  records: AsyncIterable<FileRecord>,
  shape: Shape,
  from: { records: number; window: number },
  toRow: (record: FileRecord, place: number) => Row<T> | Refused,
): AsyncGenerator<Window<T>> {
  const most = { rows: shape.lanes * shape.rows * batchesOfLane, bytes: shape.lanes * batchBytes };
  let { window: number } = from;
  const empty = (): Window<T> & { bytes: number } => ({
    number,
    rows: [],
    refused: [],
    lastLine: 0,
    records: 0,
    bytes: 0,
  });
  let window = empty();
  let place = -1;
  for await (const record of records) {
    place++;
    if (place < from.records) continue;
    const row = toRow(record, place);
    [window.lastLine, window.records] = [record.line, place + 1];
    if ('reason' in row) window.refused.push(row);
    else {
      window.rows.push(row);
      window.bytes += row.bytes;
    }
    if (window.rows.length + window.refused.length < most.rows && window.bytes < most.bytes) continue;
    yield window;
    number++;
    window = empty();
  }
  if (window.records > 0) yield window;
}

/** The batches of each lane, to be sent one after the other: rows of one id are in one lane, and once in a batch. */
export function lanesOf<T>(rows: readonly Row<T>[], shape: Shape): Row<T>[][][] {
  const lanes = Array.from({ length: shape.lanes }, () => ({
    batches: [] as Row<T>[][],
    ids: new Set<string>(),
    bytes: 0,
  }));
  for (const row of rows) {
    const lane = lanes[hashOf(row.id) % lanes.length];
    if (!lane) continue;
    const last = lane.batches.at(-1);
    if (last && last.length < shape.rows && lane.bytes + row.bytes <= batchBytes && !lane.ids.has(row.id))
      last.push(row);
    else {
      lane.batches.push([row]);
      lane.ids.clear();
      lane.bytes = 0;
    }
    lane.ids.add(row.id);
    lane.bytes += row.bytes;
  }
  return lanes.map(({ batches }) => batches);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
