/** Bytes of documents in one response. The rest comes with the next page or the next request. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** How many of these texts fit into one response. The first always does. */
export function fitting(texts: readonly string[], maxBytes = maxResponseBytes): number {
  let bytes = 0;
  for (let count = 0; count < texts.length; count++) {
    bytes += Buffer.byteLength(texts[count]) + 1;
    if (bytes > maxBytes && count > 0) return count;
  }
  return texts.length;
}
