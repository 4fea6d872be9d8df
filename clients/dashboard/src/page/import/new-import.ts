import { headBytes, type Understanding } from '@app/file-reader';
import { requestKey } from '../../api/request-key';
import type { KeptImport } from './kept-import';

/** Rows get moments that ascend by a millisecond a row; the first lies so long before the import at least. */
const leastSpanMs = 15 * 60_000;

/** An import that has written nothing yet. @param serviceMs the service's clock, in milliseconds since 1970 */
export function newImport({
  file,
  understanding,
  nowMs,
  serviceMs,
  ...chosen
}: Pick<KeptImport, 'person' | 'ns' | 'identity' | 'reading' | 'plan' | 'existing'> & {
  file: Pick<File, 'name' | 'size'>;
  understanding: Pick<Understanding, 'sample'>;
  nowMs: number;
  serviceMs: number;
}): KeptImport {
  const spanMs = Math.max(leastSpanMs, mostRows(file.size, understanding));
  return {
    ...chosen,
    id: requestKey('import'),
    fileName: file.name,
    fileBytes: file.size,
    beganMs: nowMs,
    firstMs: serviceMs - spanMs,
    spanMs,
    status: 'running',
    records: 0,
    bytesRead: 0,
    batch: 0,
    counts: { created: 0, existed: 0, unchanged: 0, refused: 0 },
    refusedKept: 0,
    refusedBytes: 0,
    undoable: 0,
    misfits: {},
    numberColumns: [],
  };
}

/** More rows than the file has, by those of its head: of 200 rows or all of a small file. */
function mostRows(bytes: number, { sample }: Pick<Understanding, 'sample'>): number {
  const sampled = sample.reduce((sum, { raw }) => sum + (JSON.stringify(raw)?.length ?? 2), 0);
  const least = Math.max(2, Math.min(sampled, headBytes) / Math.max(1, sample.length) / 3);
  return Math.ceil(bytes / least);
}
