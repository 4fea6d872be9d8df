import { bar } from '@app/progress';

export interface Seen {
  rows: number;
  refused: number;
  bytesRead: number;
  /** Null when nobody knows. */
  bytes: number | null;
  /** What this process sent: its rows, where their bytes begin in the file, and the milliseconds that they took. */
  rowsNow: number;
  bytesBefore: number;
  elapsedMs: number;
}

const width = 20;

/** `[####..] 41 %  12,430 rows  1,910/s  6.1 of 14.8 MB  2:10 left  3 rejected` */
export function progressText(seen: Seen): string {
  const { rows, refused, bytesRead, bytes, rowsNow, elapsedMs } = seen;
  const share = bytes === null ? null : bytes === 0 ? 1 : Math.min(1, bytesRead / bytes);
  const rate = elapsedMs > 0 ? Math.round((rowsNow / elapsedMs) * 1_000) : 0;
  const leftS = secondsLeft(seen);
  return [
    share === null ? null : bar(share, 1, width),
    `${rows.toLocaleString('en')} rows`,
    `${rate.toLocaleString('en')}/s`,
    bytes === null ? megabytes(bytesRead) : `${megabytes(bytesRead, false)} of ${megabytes(bytes)}`,
    leftS === null ? null : `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')} left`,
    refused > 0 ? `${refused.toLocaleString('en')} rejected` : null,
  ]
    .filter((part) => part !== null)
    .join('  ');
}

/** By the bytes of this process alone: what an earlier one sent took none of its time. Null when nobody knows. */
function secondsLeft({ bytes, bytesRead, bytesBefore, elapsedMs }: Seen): number | null {
  if (bytes === null || bytesRead <= bytesBefore) return null;
  return Math.round((elapsedMs * Math.max(0, bytes - bytesRead)) / (bytesRead - bytesBefore) / 1_000);
}

function megabytes(bytes: number, hasUnit = true): string {
  return `${(bytes / 1_000_000).toFixed(1)}${hasUnit ? ' MB' : ''}`;
}
