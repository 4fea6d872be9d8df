/** The service's clock by the header of the page itself, to the second; the browser's own where there is none. @returns milliseconds since 1970 */
export async function readServiceMs(nowMs: number): Promise<number> {
  try {
    const { headers } = await fetch('/app/', { cache: 'no-store' });
    const date = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(date) ? nowMs : date;
  } catch (error) {
    // What comes next says what is wrong with the connection.
    if (error instanceof TypeError) return nowMs;
    throw error;
  }
}
