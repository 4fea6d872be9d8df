import { createHash } from 'node:crypto';
import type { Sample } from '../head/sample';

/** Heads of a judgment, and parts of its labels. */
export const foldCount = 10;

/** A label with what the cross-fit and the choice need to know of it. */
export interface Labelled extends Sample {
  /** {@link contextKey} of its context. */
  key: string;
  /** Names its document: labels of one document never stand on both sides. */
  document: string;
  /** When it was observed, in milliseconds since 1970. */
  at: number;
}

/** SHA-256 of a context in hex. */
export function contextKey(context: string): string {
  return createHash('sha256').update(context).digest('hex');
}

/**
 * The fold of a context, 0 to 9: its SHA-256 modulo 10. An engine knows no document, so the context alone decides which head
 * answers, both for labelled contexts and for new ones.
 */
export function foldOf(key: string): number {
  return Buffer.from(key, 'hex').reduce((rest, byte) => (256 * rest + byte) % foldCount, 0);
}
