import { Problem } from '@app/problem';
import type { Reason } from '@app/problem';

/**
 * Limits of a document write (docs/contract.md#13-limits). Sizes are bytes of JSON in UTF-8 with numbers in plain
 * digits, as a read shows them.
 */
export const maxOperations = 1000;
export const maxDocumentIdBytes = 256;
export const maxStateBytes = 1024 * 1024;
/**
 * Names and plain texts at their own limits fit. Only escapes and long numbers could take more, and then a document
 * would not fit into the response of a read.
 */
export const maxAttributesBytes = 5 * 1024 * 1024;
export const maxAttributes = 64;
export const maxAttributeTextBytes = 1024;
export const maxAttributeElements = 64;
export const maxImages = 16;
export const maxAppendValues = 1000;
export const maxAppendPath = 1024;
export const maxKeepLast = 100_000;

/** @param pointer JSON pointer of what is too large */
export function tooLarge(reason: Reason, pointer: string, limit: number, message: string): Problem {
  return new Problem('too_large', message, { reason, path: pointer, limit });
}

/** @throws Problem `too_large`, reason `operations` */
export function checkOperationCount(count: number, pointer: string): void {
  if (count <= maxOperations) return;
  const message = `A write holds at most ${maxOperations} operations; split it.`;
  throw tooLarge('operations', pointer, maxOperations, message);
}
