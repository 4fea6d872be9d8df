import { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { AdmissionDatabase } from './admission-database';

/** What was compared with the database longer ago than this is compared before the next request is admitted. */
const trustedMs = 5000;

/**
 * Reads what changed after one revision, up to and with another.
 * @returns the function that applies it to what the process keeps in memory, without a pause
 */
export type ReadChanges = (after: number, upTo: number) => Promise<() => void>;

/**
 * Watches the revision of keys, organizations, accounts and sessions, so that every gateway applies a change within little
 * more than half a second.
 */
@Injectable()
export class RevisionWatch {
  private readonly readers: ReadChanges[] = [];
  /** The latest revision whose changes are applied. */
  revision = 0;
  /** When the latest successful comparison was sent, in milliseconds of `performance.now()`. */
  private comparedAtMs = -Infinity;
  private comparing: Promise<void> | undefined;

  constructor(private readonly database: AdmissionDatabase) {}

  /** Calls `read` for every change from now on. */
  onChange(read: ReadChanges): void {
    this.readers.push(read);
  }

  /** Begins with the revision of now: what changed before is read from the database. */
  async begin(): Promise<void> {
    const sentAtMs = performance.now();
    this.revision = await readLatestRevision(this.database);
    this.comparedAtMs = sentAtMs;
  }

  /** Whether the latest comparison is at most 5 s old; otherwise `compare` first. */
  get isTrusted(): boolean {
    return performance.now() - this.comparedAtMs <= trustedMs;
  }

  /** Whether something has changed since the latest comparison. When nothing has, this look was one. */
  async look(): Promise<boolean> {
    const sentAtMs = performance.now();
    const hasMoved = await this.database.finds(`select from admission_revision where value <> ${this.revision}`);
    if (!hasMoved) this.comparedAtMs = Math.max(this.comparedAtMs, sentAtMs);
    return hasMoved;
  }

  /**
   * Applies the changes since the latest comparison. Callers that come meanwhile share it.
   * @throws Problem `unavailable` when the database does not answer
   */
  compare(): Promise<void> {
    this.comparing ??= this.applyChanges().finally(() => (this.comparing = undefined));
    return this.comparing;
  }

  private async applyChanges(): Promise<void> {
    const sentAtMs = performance.now();
    const latest = await readLatestRevision(this.database);
    if (latest !== this.revision) {
      const changes = await Promise.all(this.readers.map((read) => read(this.revision, latest)));
      // All at once: what a request reads meanwhile is either older than the revision, or has these changes.
      for (const apply of changes) apply();
      this.revision = latest;
    }
    this.comparedAtMs = sentAtMs;
  }
}

/** The revision of the latest change that admission must apply. */
async function readLatestRevision(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ value: string }>({
    name: 'admission-revision',
    text: 'select value from admission_revision',
  });
  return Number(rows[0].value);
}
