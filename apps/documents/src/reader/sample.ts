/** Most bytes of a sample: one message carries it, and one process reads it at a go. */
const maxBytes = 4 * 1024 * 1024;

/** What each of so many namespaces brings to a sample. */
export function sharesOf(documents: number, namespaces: number): { documents: number; bytes: number } {
  const among = Math.max(1, namespaces);
  return { documents: Math.max(1, Math.floor(documents / among)), bytes: Math.floor(maxBytes / among) };
}

/** The first rows that together stay within so many bytes; the first one always, since one document is within a message. */
export function withinBytes(rows: readonly { id: string; bytes: number }[], most: number): string[] {
  let sum = 0;
  const past = rows.findIndex(({ bytes }, index) => (sum += bytes) > most && index > 0);
  return rows.slice(0, past < 0 ? rows.length : past).map(({ id }) => id);
}
