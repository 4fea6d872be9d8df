const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
// RFC 9110, 5.6.7: the preferred form, and two obsolete forms that a recipient must still read.
const dateForms = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];

/** The longest pause that a receiver can request [DLV-08]. */
export const maxPauseMs = 300_000;

/**
 * How long a `Retry-After` header asks the sender to wait.
 * @param value the header, or null when there was none
 * @param nowMs Unix milliseconds with which an HTTP date is compared
 * @returns milliseconds in [0, 300,000]; 0 for a date in the past; null for no header or one that cannot be read
 * @see docs/requirements.md#dlv---delivery [DLV-08]; RFC 9110, 10.2.3
 */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, maxPauseMs);
  const atMs = httpDateMs(text, nowMs);
  return atMs === null ? null : Math.min(Math.max(atMs - nowMs, 0), maxPauseMs);
}

function httpDateMs(text: string, nowMs: number): number | null {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const day = Number(parts.day);
  const monthIndex = months.indexOf(parts.month ?? '');
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second)];
  const year = fullYear(parts.year ?? '', nowMs);
  const atMs = Date.UTC(year, monthIndex, day, hour, minute, second);
  // A day such as 31 February would roll over into the next month.
  const isReal = new Date(atMs).getUTCDate() === day && hour < 24 && minute < 60 && second <= 60;
  return isReal ? atMs : null;
}

/** Two digits mean the year with that ending which is at most 50 years ahead (RFC 9110, 5.6.7). */
function fullYear(digits: string, nowMs: number): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}
