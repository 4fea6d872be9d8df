import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateFolder } from './state-folder';
import type { World } from './world';

/** Keeps progress in a file of the user's state folder, so that it survives the end of the process. */
export class Checkpoint<P> {
  private constructor(private readonly path: string | null) {}

  /** @param identity differs when file, target or options do; null keeps nothing */
  static of<P>(
    kind: 'import' | 'export',
    identity: readonly unknown[] | null,
    { environment, home }: Pick<World, 'environment' | 'home'>,
  ): Checkpoint<P> {
    if (identity === null) return new Checkpoint<P>(null);
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    return new Checkpoint<P>(join(stateFolder(environment, home), kind, `${name}.json`));
  }

  read(): P | undefined {
    if (this.path === null) return undefined;
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as P;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Another process reads the old progress or this, never a part. */
  write(progress: P): void {
    if (this.path === null) return;
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const next = `${this.path}.${process.pid}`;
    const file = openSync(next, 'w', 0o600);
    writeSync(file, `${JSON.stringify(progress)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(next, this.path);
  }

  remove(): void {
    if (this.path !== null) rmSync(this.path, { force: true });
  }
}
