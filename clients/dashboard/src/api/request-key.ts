/** A random idempotency key, after a word that tells what it is for. `randomUUID` exists in secure contexts alone, and the pages also serve plain http. */
export function requestKey(what: string): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return `${what}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
