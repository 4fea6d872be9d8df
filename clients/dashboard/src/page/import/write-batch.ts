import type { StartGuard } from '@app/file-reader';
import { isAboutRows, sendHalved } from '@app/sdk/bulk';
import { JudgmentError, type Schema } from '@app/sdk/client';
import { refusedOf, type ImportRow } from './batch';
import type { DocumentBody } from './plan';
import type { Existing, KeptBatch, Made, RefusedRow } from './kept-import';

/** One write of the API under a key: the same key again gets the first reply. @throws JudgmentError */
export type Write = (body: Schema<'WriteBody'>, key: string) => PromiseLike<Schema<'DocumentWritten'>>;

export interface BatchJob {
  write: Write;
  /** Begins the keys of the batch. */
  key: string;
  existing: Existing;
  /** Whether the import made a document itself, with an earlier row of the file. */
  isOwn: (id: string) => boolean;
  /** What an earlier try of the batch kept. */
  kept: KeptBatch;
  keep: (kept: KeptBatch) => Promise<void>;
  guard: StartGuard;
}

export interface BatchEnd {
  /** Documents that the batch made, or changed while they were the import's own. */
  made: Made[];
  created: number;
  existed: number;
  unchanged: number;
  refused: RefusedRow[];
}

/**
 * Writes a batch. First each document is written on condition that it does not exist: so the import knows what it made, and
 * the service names those that exist. What becomes of these is the person's choice. A batch that is refused is halved until
 * the row is known.
 * @throws JudgmentError for what is not about a row; what was written stays, and the same batch again writes nothing twice
 */
export async function writeBatch(rows: readonly ImportRow[], job: BatchJob): Promise<BatchEnd> {
  const end: BatchEnd = { made: [], created: 0, existed: 0, unchanged: 0, refused: [] };
  const existing: ImportRow[] = [];
  const refuse = (row: ImportRow, { message }: JudgmentError) => {
    job.guard.refuse(message, message);
    end.refused.push(refusedOf(row, message));
  };
  await sendHalved(rows, {
    refuse,
    send: async (part, name) => {
      const documents = await writeNew(part, name, job);
      job.guard.pass();
      end.created += documents.length;
      end.made.push(...documents);
      const ids = new Set(documents.map(([id]) => id));
      existing.push(...part.filter(({ document }) => !ids.has(document.id)));
    },
  });
  if (job.existing === 'skip') return { ...end, existed: existing.length };
  await sendHalved(existing, {
    refuse,
    // A document that was deleted meanwhile cannot be merged into.
    isAboutRows: (error): error is JudgmentError => isAboutRows(error) || documentsOf(error, 'not_found').length > 0,
    send: async (part, name) => {
      if (part.length === 0) return;
      const { unchanged, documents } = await job.write(existingBody(part, job.existing), `${job.key}-e${name}`);
      job.guard.pass();
      end.existed += part.length;
      end.unchanged += unchanged;
      end.made.push(...madeOf(documents).filter(([id]) => job.isOwn(id)));
    },
  });
  return end;
}

/** Writes those of the rows whose documents do not exist. @returns them */
async function writeNew(
  rows: readonly ImportRow[],
  name: string,
  { write, key, kept, keep }: BatchJob,
): Promise<Made[]> {
  for (;;) {
    const known = new Set(kept.existing);
    const fresh = rows.filter(({ document }) => !known.has(document.id));
    if (fresh.length === 0) return [];
    const body = newBody(fresh.map(({ document }) => document));
    try {
      const written = await write(body, `${key}-n${name}-${rows.length - fresh.length}`);
      return madeOf(written.documents);
    } catch (error) {
      const named = new Set(documentsOf(error, 'conflict'));
      const found = fresh.map(({ document }) => document.id).filter((id) => named.has(id));
      if (found.length === 0) throw error;
      kept.existing.push(...found);
      // Before the next request: after a reload the same rows must stand under the same keys.
      await keep(kept);
    }
  }
}

/** The request that writes documents on condition that none of them exists. */
export function newBody(documents: readonly DocumentBody[]): Schema<'WriteBody'> {
  return { upsert: documents.map((document) => ({ ...document, if_version: 0 })) };
}

function existingBody(rows: readonly ImportRow[], existing: Existing): Schema<'WriteBody'> {
  if (existing === 'replace') return { upsert: rows.map(({ document }) => document) };
  const patch = rows.map(({ document: { id, attributes, state, images } }) => ({
    id,
    ...(attributes && { attributes }),
    ...(state && { state }),
    ...(images && { images }),
  }));
  return { patch };
}

/** Documents that a refusal of this code is about. */
function documentsOf(error: unknown, code: string): string[] {
  if (!(error instanceof JudgmentError) || error.code !== code) return [];
  const { documents } = error.details;
  return Array.isArray(documents) ? documents.map(String) : [];
}

function madeOf(documents: Schema<'DocumentWritten'>['documents']): Made[] {
  return documents.map(({ id, version }) => [id, version]);
}
