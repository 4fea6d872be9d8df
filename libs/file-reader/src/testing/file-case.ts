import type { ReadOptions } from '../read-file';
import { bytesOf } from './read';

/** A file as people have them, and what must be read of it. */
export interface FileCase {
  name: string;
  bytes: Uint8Array;
  options?: ReadOptions;
  rows: unknown[];
  /** First line, last line, reason. */
  refused?: [number, number, string][];
  fault?: string;
  /** A part of a sentence that tells how to mend it. */
  told?: string;
}

export function fileCase(name: string, bytes: Uint8Array | string, rest: Omit<FileCase, 'name' | 'bytes'>): FileCase {
  return { name, bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes, ...rest };
}
