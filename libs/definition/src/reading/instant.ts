const timestamp =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** The first and the last instant that every part of the service can hold. */
const earliest = '0001-01-01T00:00:00.000Z';
const latest = '9999-12-31T23:59:59.999Z';

/**
 * An RFC 3339 timestamp as UTC with milliseconds. A leap second is the first second of the next minute.
 * @returns undefined for other texts, for days such as 30 February, and outside of the years 1 to 9999 in UTC
 */
export function instantOf(text: string): string | undefined {
  const parts = timestamp.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts.map(Number);
  if (month < 1 || month > 12 || day < 1 || day > lastDay(year, month)) return undefined;
  const isLeapSecond = parts[6] === '60';
  const parsed = Date.parse(isLeapSecond ? text.replace(/:60/, ':59').toUpperCase() : text.toUpperCase());
  const ms = isLeapSecond ? Math.floor(parsed / 1000) * 1000 + 1000 : parsed;
  if (Number.isNaN(ms) || (isLeapSecond && ms % 86_400_000 !== 0)) return undefined;
  const instant = new Date(ms).toISOString();
  return instant.length === earliest.length && instant >= earliest && instant <= latest ? instant : undefined;
}

function lastDay(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999, which have other leap years.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
