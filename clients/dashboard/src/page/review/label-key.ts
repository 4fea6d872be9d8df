/** A random idempotency key. `randomUUID` exists in secure contexts alone, and the pages also serve plain http. */
export function labelKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return `label-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
