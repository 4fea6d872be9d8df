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
