import type { FileRecord } from '@app/file-reader';
import type { RefusedRow } from './kept-import';
import type { DocumentBody, PlannedRow } from './plan';

/** A row that will be written. */
export interface ImportRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
  document: DocumentBody;
}

/** Rows that are written by one request, and the records up to its end. */
export interface Batch {
  rows: ImportRow[];
  refused: RefusedRow[];
  /** Records of the file up to the end of the batch. */
  records: number;
  /** Characters of its records, about as they stand in the file. */
  chars: number;
  /** Cells by column that are not of the type that was chosen. */
  misfits: Record<string, number>;
}

const most = { rows: 500, bytes: 4 * 1024 * 1024 };
const encoder = new TextEncoder();

/**
 * Cuts the records of a file into batches. The cut depends on the file and on where it begins alone, so that a batch that was
 * cut off meets its idempotency keys again. No document stands twice in a batch: the earlier row goes first.
 * @param from records that were dealt with before
 * @param toRow makes a document of a row, or says why it makes none; the second argument is its place in the file, from 0
 */
export async function* readFileBatches(
  records: AsyncIterable<FileRecord>,
  from: number,
  toRow: (fields: Readonly<Record<string, unknown>>, place: number) => PlannedRow | string,
): AsyncGenerator<Batch> {
  const begin = () => ({ rows: [], refused: [], records: 0, chars: 0, misfits: {} }) as Batch;
  let [batch, bytes, ids] = [begin(), 0, new Set<string>()];
  let place = -1;
  for await (const record of records) {
    place++;
    if (place < from) continue;
    const made = record.kind === 'row' ? toRow(record.fields, place) : record.message;
    const size = sizeOf(record);
    const isFull = batch.rows.length + batch.refused.length >= most.rows || bytes + size > most.bytes;
    const isTwice = typeof made !== 'string' && ids.has(made.document.id);
    if (batch.records > 0 && (isFull || isTwice)) {
      yield batch;
      [batch, bytes, ids] = [begin(), 0, new Set()];
    }
    bytes += size;
    batch.records = place + 1;
    batch.chars += charsOf(record);
    if (typeof made === 'string') {
      batch.refused.push(refusedOf(record, made));
      continue;
    }
    ids.add(made.document.id);
    if (record.kind === 'row') batch.rows.push({ line: record.line, fields: record.fields, document: made.document });
    for (const column of made.misfits) batch.misfits[column] = (batch.misfits[column] ?? 0) + 1;
  }
  if (batch.records > 0) yield batch;
}

/** A record as it is kept when it is refused. */
export function refusedOf(record: FileRecord | ImportRow, reason: string): RefusedRow {
  const { line } = record;
  return 'fields' in record ? { line, reason, fields: record.fields } : { line, reason, text: record.raw };
}

/** Bytes of what stands in the file, as JSON. */
export function sizeOf(record: FileRecord | RefusedRow): number {
  const content = 'fields' in record ? record.fields : ((record as { raw?: unknown }).raw ?? '');
  return encoder.encode(JSON.stringify(content)).length;
}

function charsOf({ raw }: FileRecord): number {
  if (Array.isArray(raw)) return raw.reduce((sum: number, cell) => sum + String(cell).length + 1, 0);
  return typeof raw === 'string' ? raw.length + 1 : JSON.stringify(raw).length + 1;
}
