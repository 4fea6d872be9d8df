import { sizeOf, type Batch } from './batch';
import { mostRefused, type KeptImport, type RefusedRow } from './kept-import';
import type { BatchEnd } from './write-batch';

/** What is kept once a batch has ended, and those of its refused rows that still find room. */
export function movedBy(
  kept: KeptImport,
  batch: Batch,
  end: BatchEnd,
  refused: RefusedRow[],
): [KeptImport, RefusedRow[]] {
  let bytes = kept.refusedBytes;
  const saved = refused.filter((row, at) => {
    if (kept.refusedKept + at >= mostRefused.rows || bytes + sizeOf(row) > mostRefused.bytes) return false;
    bytes += sizeOf(row);
    return true;
  });
  const misfits = { ...kept.misfits };
  for (const [column, count] of Object.entries(batch.misfits)) misfits[column] = (misfits[column] ?? 0) + count;
  const { created, existed, unchanged } = kept.counts;
  const next: KeptImport = {
    ...kept,
    records: batch.records,
    batch: kept.batch + 1,
    counts: {
      created: created + end.created,
      existed: existed + end.existed,
      unchanged: unchanged + end.unchanged,
      refused: kept.counts.refused + refused.length,
    },
    refusedKept: kept.refusedKept + saved.length,
    refusedBytes: bytes,
    misfits,
  };
  return [next, saved];
}
