/** A sample is one message, and one process holds it in memory. */
const maxSampleBytes = 4 * 1024 * 1024;

/** What each of several namespaces may contribute to a sample. */
export function sharesOf(documents: number, namespaces: number): { documents: number; bytes: number } {
  const among = Math.max(1, namespaces);
  return { documents: Math.max(1, Math.floor(documents / among)), bytes: Math.floor(maxSampleBytes / among) };
}

/** The first rows that fit into a number of bytes together. The first always does: one document fits into a message. */
export function withinBytes(rows: readonly { id: string; bytes: number }[], maxBytes: number): string[] {
  let sum = 0;
  const past = rows.findIndex(({ bytes }, index) => (sum += bytes) > maxBytes && index > 0);
  return rows.slice(0, past < 0 ? rows.length : past).map(({ id }) => id);
}
