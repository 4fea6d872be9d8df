const timestamp = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** An RFC 3339 timestamp as UTC with milliseconds; undefined for other texts and for days such as 30 February. */
export function instantOf(text: string): string | undefined {
  const match = timestamp.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const ms = Date.parse(text);
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return iso.length === 24 ? iso : undefined;
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * A UTC timestamp of the data as a text that sorts by time, to the microsecond; undefined for other strings. It does not
 * check the calendar, so that the same rule in SQL cannot fail on a date that does not exist.
 */
export function sortableInstant(text: string): string | undefined {
  if (!utc.test(text)) return undefined;
  const bare = text.slice(0, -1);
  return (bare.includes('.') ? bare : `${bare}.`).padEnd(26, '0').slice(0, 26);
}
