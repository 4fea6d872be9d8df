/** What is wrong about one line of a file; the reader of the file adds where it stands. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws RowError when the member is not a non-empty string */
export function requireText(row: Record<string, unknown>, member: string): string {
  const value = row[member];
  if (typeof value !== 'string' || value === '') throw new RowError(`\`${member}\` must be a string that is not empty`);
  return value;
}

/** A timestamp as the API wants it: RFC 3339, UTC, milliseconds. @throws RowError when it is none */
export function requireTimestamp(row: Record<string, unknown>, member: string): string {
  const text = requireText(row, member);
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime())) {
    throw new RowError(`\`${member}\` must be an RFC 3339 timestamp, not ${text}`);
  }
  return time.toISOString();
}
