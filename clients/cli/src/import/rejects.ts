import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Refused } from './window';

/** The file of refused lines, one JSON object a line. It is made with the first of them. */
export class Rejects {
  private file: number | undefined;

  /** @param bytes length that earlier windows of this run gave it */
  constructor(
    readonly path: string,
    private bytes: number,
  ) {}

  get length(): number {
    return this.bytes;
  }

  /** Appends behind the windows that were finished: lines of one that was cut off are written again. */
  append(refused: readonly Refused[]): void {
    if (refused.length === 0) return;
    const text = refused.map((one) => `${JSON.stringify(one)}\n`).join('');
    if (this.file === undefined) {
      this.file = openSync(this.path, this.bytes === 0 ? 'w' : 'r+');
      ftruncateSync(this.file, this.bytes);
    }
    this.bytes += writeSync(this.file, text, this.bytes);
    // Before the checkpoint names this length.
    fsyncSync(this.file);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
