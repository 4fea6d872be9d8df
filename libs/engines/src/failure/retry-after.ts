type Headers = Record<string, string | string[] | undefined>;

/**
 * How long a reply asks the client to wait, by `retry-after-ms`, else by `retry-after` in seconds or as an HTTP date.
 * @returns milliseconds, at least 0; undefined when neither header is readable
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const ms = nonNegative(one(headers['retry-after-ms']));
  if (ms !== undefined) return ms;
  const after = one(headers['retry-after']);
  const seconds = nonNegative(after);
  if (seconds !== undefined) return seconds * 1000;
  // Checks the form of an HTTP date, since Date.parse accepts almost any text with a number.
  const at = after !== undefined && /^[A-Z][a-z]{2}, .*GMT$/.test(after) ? Date.parse(after) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function nonNegative(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
