import { headBytes, StartGuard, type FileRecord, type Summary } from '@app/file-reader';
import { readFileBatches, type Batch } from './batch';
import type { Gate } from './gate';
import { readBatches, mostUndoable, type ImportStore, type KeptBatch, type KeptImport } from './kept-import';
import { movedBy } from './moved-by';
import { plannerOf, type PlannedRow } from './plan';
import { writeBatch, type Write } from './write-batch';

export interface ImportJob {
  kept: KeptImport;
  /** All records of the file, and what was read of them so far. */
  reading: AsyncIterable<FileRecord> & { readonly summary: Summary };
  /** Bytes of the file that were read. */
  bytesRead: () => number;
  store: ImportStore;
  write: Write;
  gate: Gate;
  /** Called after each batch. */
  onProgress: (kept: KeptImport) => void;
}

/** Bytes that a reader has read and given no row of, at most. */
const mostAhead = 2 * headBytes;

/** The first rows are all refused for one reason: the file is the wrong one, or is read by the wrong options. */
export class WrongFile extends Error {}

/**
 * Writes a file from where it stopped. One batch is on its way while the next one is read, and no more of the file is held.
 * @returns what is kept at the end: of status `running` where the person left
 * @throws WrongFile, FileFault, or JudgmentError for what is not about a row; then it can go on later
 */
export async function runImport({
  reading,
  bytesRead,
  store,
  write,
  gate,
  onProgress,
  ...job
}: ImportJob): Promise<KeptImport> {
  let kept = job.kept;
  // Before the first batch: a reload within it must find its keys again.
  await store.put(kept);
  const own = await readIdsMade(store, kept);
  const isStart = kept.records === 0;
  const guards = [0, 1].map(() => new StartGuard(isStart, stop));
  const [readable, taken] = guards as [StartGuard, StartGuard];
  const finish = async (batch: Batch, read: number): Promise<void> => {
    const began: KeptBatch = { import: kept.id, number: kept.batch, existing: [], made: [], refused: [] };
    const end = await writeBatch(batch.rows, {
      write,
      key: `${kept.id}-${kept.batch}`,
      existing: kept.existing,
      isOwn: (id) => own.has(id),
      kept: (await store.batch(kept.id, kept.batch)) ?? began,
      keep: (one) => store.put(kept, one),
      guard: taken,
    });
    const made = end.made.filter(([id]) => {
      if (own.size < mostUndoable) own.add(id);
      return own.has(id);
    });
    const refused = [...batch.refused, ...end.refused].sort((a, b) => a.line - b.line);
    const [next, saved] = movedBy(kept, batch, end, refused);
    // The reader is ahead of the rows, by the head that it looks at first.
    next.bytesRead = Math.min(read, Math.max(read - mostAhead, kept.bytesRead + batch.chars));
    next.undoable = own.size;
    await store.put(next, { ...began, made, refused: saved });
    kept = next;
    onProgress(kept);
  };
  let writing = Promise.resolve();
  const toRow = rowMaker(kept, readable);
  try {
    for await (const batch of readFileBatches(reading, kept.records, toRow)) {
      const read = bytesRead();
      // One on its way and one at hand.
      await writing;
      if (!(await gate.pass())) break;
      writing = finish(batch, read);
      // Raised where it is awaited, behind the next batch.
      writing.catch(() => undefined);
    }
  } finally {
    // Nothing is written behind the back of what comes next, also where the file cannot be read any further.
    await Promise.allSettled([writing]);
  }
  await writing;
  if (gate.end === 'left') return kept;
  const isWhole = gate.end === null;
  const { numberColumns } = reading.summary;
  const texts = kept.plan.columns.filter(
    ({ place, type }) => type === 'text' && (place === 'attributes' || place === 'state'),
  );
  kept = {
    ...kept,
    status: isWhole ? 'ended' : 'cancelled',
    bytesRead: isWhole ? kept.fileBytes : kept.bytesRead,
    numberColumns: isWhole ? numberColumns.filter((name) => texts.some((column) => column.name === name)) : [],
  };
  await store.put(kept);
  onProgress(kept);
  return kept;
}

function stop(sentence: string): never {
  throw new WrongFile(sentence);
}

/** Gives each row of the file its moment, so that their order stays known; a row that names one, and a document that exists, keep theirs. */
function rowMaker(kept: KeptImport, guard: StartGuard) {
  const planned = plannerOf(kept.plan);
  return (fields: Readonly<Record<string, unknown>>, place: number): PlannedRow | string => {
    const row = planned(fields);
    if (typeof row === 'string') {
      guard.refuse(row, row);
      return row;
    }
    guard.pass();
    const at = new Date(kept.firstMs + Math.min(place, kept.spanMs)).toISOString();
    if (row.document.created_at === undefined) row.document.created_at_if_new ??= at;
    return row;
  };
}

async function readIdsMade(store: ImportStore, kept: KeptImport): Promise<Set<string>> {
  const own = new Set<string>();
  for await (const { made } of readBatches(store, kept)) for (const [id] of made) own.add(id);
  return own;
}
