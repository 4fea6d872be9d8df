const timestamp =
  /^(\d{4})-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** The first and the last instant that every part of the service can hold. */
const earliest = '0001-01-01T00:00:00.000Z';
const latest = '9999-12-31T23:59:59.999Z';

/**
 * How far the clock of a sender may be ahead of the service's, in milliseconds: a moment that lies later than now plus this
 * has not been.
 */
export const maxAheadMs = 300_000;

/**
 * An RFC 3339 timestamp as UTC with milliseconds, cut after them. Between day and time stands `T` or a space (RFC 3339,
 * 5.6), the letters may be small, and the fraction is of any length. A leap second is the first second of the next minute.
 * `instant_of` of the documents' SQL reads the same texts as the same instants.
 * @returns undefined for other texts, for days such as 30 February, and outside of the years 1 to 9999 in UTC
 */
export function instantOf(text: string): string | undefined {
  const parts = timestamp.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts.map(Number);
  if (month < 1 || month > 12 || day < 1 || day > lastDay(year, month)) return undefined;
  const isLeapSecond = parts[6] === '60';
  const milliseconds = (parts[7] ?? '.').slice(1, 4).padEnd(3, '0');
  const second = `${parts[4]}:${parts[5]}:${isLeapSecond ? '59' : parts[6]}`;
  const parsed = Date.parse(`${text.slice(0, 10)}T${second}.${milliseconds}${parts[8].toUpperCase()}`);
  const ms = isLeapSecond ? Math.floor(parsed / 1000) * 1000 + 1000 : parsed;
  if (Number.isNaN(ms) || (isLeapSecond && ms % 86_400_000 !== 0)) return undefined;
  const instant = new Date(ms).toISOString();
  return instant.length === earliest.length && instant >= earliest && instant <= latest ? instant : undefined;
}

function lastDay(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999, which have other leap years.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
