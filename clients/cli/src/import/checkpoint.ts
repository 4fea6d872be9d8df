import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateFolder } from '../world/state-folder';
import type { World } from '../world/world';
import type { Shape } from './window';

/** Counts of the service's replies by name, such as `written`. */
export type Tally = Record<string, number>;

/** How far a file was sent. All lines up to `line` were. */
export interface Progress {
  /** Random; begins the Idempotency-Key of every batch of this run. */
  run: string;
  shape: Shape;
  line: number;
  /** Number of the next window. */
  window: number;
  tally: Tally;
  refused: number;
  /** Length of the file of rejects: what is behind it belongs to a window that was not finished. */
  rejectsBytes: number;
}

/** Keeps progress in a file of the user's state folder, so that it survives the end of the process. */
export class Checkpoint {
  /** @param identity differs when file, target or options do; null keeps nothing */
  constructor(private readonly path: string | null) {}

  static of(
    identity: readonly unknown[] | null,
    { environment, home }: Pick<World, 'environment' | 'home'>,
  ): Checkpoint {
    if (identity === null) return new Checkpoint(null);
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    return new Checkpoint(join(stateFolder(environment, home), 'import', `${name}.json`));
  }

  read(): Progress | undefined {
    if (this.path === null) return undefined;
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Progress;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Another process reads the old progress or this, never a part. */
  write(progress: Progress): void {
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
