/**
 * RFC 3339 in UTC with milliseconds, from the text in which Postgres prints a timestamp to a session in UTC.
 * @param printed such as `2026-11-22 09:30:00.25+00`
 * @throws Error when the session is not in UTC
 */
export function instantText(printed: string): string {
  const end = printed.length - 3;
  if (!printed.endsWith('+00')) throw new Error(`a session in UTC prints no ${printed}`);
  const milliseconds = printed.slice(20, Math.min(23, end)).padEnd(3, '0');
  return `${printed.slice(0, 10)}T${printed.slice(11, 19)}.${milliseconds}Z`;
}
