import { newSecret } from '@app/signing';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../world/state-folder';
import type { World } from '../world/world';

/** What `listen` keeps between runs: where it stopped, and the secret that receivers know. */
export class ListenState {
  private readonly folder: string;

  /** @param filter what is listened to: another filter has another place in the feed */
  constructor(
    { environment, home }: Pick<World, 'environment' | 'home'>,
    private readonly baseUrl: string,
    private readonly filter: readonly unknown[],
  ) {
    this.folder = join(stateFolder(environment, home), 'listen');
  }

  /** The same in every run against one service, so that a receiver is set up once. */
  get secret(): string {
    const file = this.fileOf('secret', [this.baseUrl]);
    const known = read(file);
    if (known !== undefined) return known;
    const made = newSecret(randomBytes(32));
    this.write(file, made);
    return made;
  }

  get cursor(): string | undefined {
    return read(this.fileOf('cursor', [this.baseUrl, ...this.filter]));
  }

  set cursor(cursor: string) {
    this.write(this.fileOf('cursor', [this.baseUrl, ...this.filter]), cursor);
  }

  private fileOf(kind: string, identity: readonly unknown[]): string {
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    return join(this.folder, `${name}.${kind}`);
  }

  private write(file: string, content: string): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const next = `${file}.${process.pid}`;
    writeFileSync(next, content, { mode: 0o600 });
    renameSync(next, file);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
