import { maxDocumentIdBytes } from './limits';

const controls = /\p{Cc}/u;
/** A UTF-16 unit takes at most three bytes of UTF-8, so a shorter id need not be measured. */
const surelyFits = Math.floor(maxDocumentIdBytes / 3);

/** Whether a value is a document id: 1 to 256 bytes without control characters (docs/contract.md#bodies-ids-and-paths). */
export function isDocumentId(id: unknown): id is string {
  if (typeof id !== 'string' || id.length === 0) return false;
  if (id.length > surelyFits && Buffer.byteLength(id) > maxDocumentIdBytes) return false;
  return !controls.test(id);
}
