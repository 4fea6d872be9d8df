import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';

/** A file that grows by whole pages. What a page that was cut off left behind is cut away. */
export class ExportFile {
  private readonly file: number;

  /** @param length bytes to keep, 0 for a new file @throws when the file is shorter, because somebody changed it */
  constructor(
    path: string,
    private length: number,
  ) {
    this.file = openSync(path, length === 0 ? 'w' : 'r+');
    ftruncateSync(this.file, length);
  }

  /** Bytes of all whole pages. */
  get bytes(): number {
    return this.length;
  }

  /** Adds lines; they are on the disk when it returns, so that no progress names what is not there. */
  append(lines: readonly unknown[]): void {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at, bytes.length - at, this.length + at);
    fsyncSync(this.file);
    this.length += bytes.length;
  }

  close(): void {
    closeSync(this.file);
  }
}

/** Bytes of a file; null where there is none. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
