import { bar } from '@app/progress';

export interface Seen {
  rows: number;
  refused: number;
  bytesRead: number;
  /** Null when nobody knows. */
  bytes: number | null;
  /** Rows of this process and the milliseconds that they took. */
  rowsNow: number;
  elapsedMs: number;
}

const width = 20;

/** `[####..] 41 %  12,430 rows  1,910/s  6.1 of 14.8 MB  2:10 left  3 rejected` */
export function progressText({ rows, refused, bytesRead, bytes, rowsNow, elapsedMs }: Seen): string {
  const share = bytes === null ? null : bytes === 0 ? 1 : Math.min(1, bytesRead / bytes);
  const rate = elapsedMs > 0 ? Math.round((rowsNow / elapsedMs) * 1_000) : 0;
  const leftS = share ? Math.round((elapsedMs * (1 - share)) / share / 1_000) : null;
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

function megabytes(bytes: number, hasUnit = true): string {
  return `${(bytes / 1_000_000).toFixed(1)}${hasUnit ? ' MB' : ''}`;
}
