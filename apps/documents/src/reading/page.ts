/** Bytes of documents in one response; what is beyond waits for the next page or the next request. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** How many of these texts fit into one response; a first one always does. */
export function fitting(texts: readonly string[], mostBytes = maxResponseBytes): number {
  let bytes = 0;
  for (let count = 0; count < texts.length; count++) {
    bytes += Buffer.byteLength(texts[count]) + 1;
    if (bytes > mostBytes && count > 0) return count;
  }
  return texts.length;
}
