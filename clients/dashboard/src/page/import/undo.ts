import { JudgmentError, type Schema } from '@app/sdk/client';
import { requestKey } from '../../api/request-key';
import { readBatches, type ImportStore, type KeptImport, type Made } from './kept-import';
import type { Write } from './write-batch';

export interface UndoEnd {
  deleted: number;
  /** Documents that others changed since, which stay. */
  changed: number;
  /** Documents that were deleted before. */
  gone: number;
}

export interface UndoJob {
  kept: KeptImport;
  store: ImportStore;
  write: Write;
  /** Which of these documents exist. */
  findExisting: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  onProgress: (end: UndoEnd) => void;
}

const mostDeleted = 500;

/**
 * Deletes the documents that an import made, each under the version that the import left: what somebody changed since stays.
 * @throws JudgmentError when the service does not take it; what was deleted stays deleted, and undoing again goes on
 */
export async function undoImport({ kept, store, write, findExisting, onProgress }: UndoJob): Promise<UndoEnd> {
  const versions = new Map<string, number>();
  // A later row of the file may have written the same document.
  for await (const { made } of readBatches(store, kept)) for (const [id, version] of made) versions.set(id, version);
  const end: UndoEnd = { deleted: 0, changed: 0, gone: 0 };
  for (let left: Made[] = [...versions]; left.length > 0; left = left.slice(mostDeleted)) {
    await undoSome(left.slice(0, mostDeleted), write, findExisting, end);
    onProgress({ ...end });
  }
  await store.put({ ...kept, status: 'undone' });
  return end;
}

async function undoSome(
  made: Made[],
  write: Write,
  findExisting: UndoJob['findExisting'],
  end: UndoEnd,
): Promise<void> {
  let left = made;
  while (left.length > 0) {
    const body: Schema<'WriteBody'> = { delete: left.map(([id, version]) => ({ id, if_version: version })) };
    try {
      // A key of its own each time: undoing again after a failure looks anew.
      const { deleted, missing } = await write(body, requestKey('undo-import'));
      end.deleted += deleted;
      end.gone += missing;
      return;
    } catch (error) {
      const named = conflictsOf(error);
      const stay = left.map(([id]) => id).filter((id) => named.has(id));
      if (stay.length === 0) throw error;
      const there = await findExisting(stay);
      end.changed += stay.filter((id) => there.has(id)).length;
      end.gone += stay.filter((id) => !there.has(id)).length;
      left = left.filter(([id]) => !named.has(id));
    }
  }
}

function conflictsOf(error: unknown): ReadonlySet<string> {
  if (!(error instanceof JudgmentError) || error.code !== 'conflict') return new Set();
  const { documents } = error.details;
  return new Set(Array.isArray(documents) ? documents.map(String) : []);
}
