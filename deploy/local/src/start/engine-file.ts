import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Entry = Record<string, unknown>;

/** Engine entries that a start decides on, in the state folder: the broker reads the file again every half second. */
export class EngineFile {
  readonly path: string;
  private readonly entries = new Map<string, Entry>();

  /** The file stands from now on, empty: what an earlier start held is no longer held. */
  constructor(folder: string) {
    this.path = join(folder, 'engines.json');
    this.write();
  }

  /** Puts an entry behind a name. */
  hold(name: string, entry: Entry): void {
    this.entries.set(name, entry);
    this.write();
  }

  /** The name is again what the settings say. */
  release(name: string): void {
    if (this.entries.delete(name)) this.write();
  }

  /** The broker finds the file before or this one, whole. */
  private write(): void {
    writeFileSync(`${this.path}.new`, `${JSON.stringify(Object.fromEntries(this.entries))}\n`, { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}
