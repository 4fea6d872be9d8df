import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from './row.check';

/** How far an earlier run came; lines up to and including these numbers are done. */
export interface Progress {
  lines: Record<string, number>;
}

/**
 * Remembers how far a run came, for one state of the set and one namespace. Losing the file costs time only: every
 * write is idempotent.
 */
export class ProgressFile {
  private readonly path: string | null;
  private readonly done = new Map<string, number>();
  private readonly waiting = new Map<string, Map<number, number>>();
  private saving: Promise<void> = Promise.resolve();

  private constructor(
    private readonly folder: string | null,
    identity: string[],
  ) {
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    this.path = folder === null ? null : join(folder, `${name}.json`);
  }

  /** @param identity everything that makes an earlier progress worthless when it differs */
  static async open(folder: string | null, identity: string[]): Promise<ProgressFile> {
    const file = new ProgressFile(folder, identity);
    if (file.path === null) return file;
    const text = await readFile(file.path, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'ENOENT') return '{}';
      throw thrown;
    });
    // A half-written file cannot be (see save), a foreign one is worth nothing.
    const kept: unknown = JSON.parse(text);
    if (isRecord(kept) && isRecord(kept.lines)) {
      for (const [name, line] of Object.entries(kept.lines)) if (typeof line === 'number') file.done.set(name, line);
    }
    return file;
  }

  /** Last line of a file up to which everything is done; 0 at first. */
  lineOf(file: string): number {
    return this.done.get(file) ?? 0;
  }

  /** Batches end in any order; what counts is the unbroken run of them from the start. */
  async finish(file: string, afterLine: number, lastLine: number): Promise<void> {
    const waiting = this.waiting.get(file) ?? new Map<number, number>();
    this.waiting.set(file, waiting.set(afterLine, lastLine));
    const before = this.lineOf(file);
    for (let line = waiting.get(before); line !== undefined; line = waiting.get(this.lineOf(file))) {
      waiting.delete(this.lineOf(file));
      this.done.set(file, line);
    }
    if (this.lineOf(file) !== before) await this.save();
  }

  private async save(): Promise<void> {
    const { path, folder } = this;
    if (path === null || folder === null) return;
    this.saving = this.saving.then(async () => {
      await mkdir(folder, { recursive: true });
      const progress: Progress = { lines: Object.fromEntries(this.done) };
      await writeFile(`${path}.new`, JSON.stringify(progress));
      await rename(`${path}.new`, path);
    });
    await this.saving;
  }
}
