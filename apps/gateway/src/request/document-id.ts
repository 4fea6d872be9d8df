import { documentIdMaxBytes } from '@app/contracts';

const controls = /\p{Cc}/u;
/** A UTF-16 unit takes at most three bytes of UTF-8, so shorter ids fit without being measured. */
const surelyFits = Math.floor(documentIdMaxBytes / 3);

/** Whether it is a string of 1 to 256 bytes without control characters (docs/contract.md#bodies-ids-and-paths). */
export function isDocumentId(id: unknown): id is string {
  if (typeof id !== 'string' || id.length === 0) return false;
  if (id.length > surelyFits && Buffer.byteLength(id) > documentIdMaxBytes) return false;
  return !controls.test(id);
}
