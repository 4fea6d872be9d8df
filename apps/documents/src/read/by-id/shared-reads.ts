import { runInSpan } from '@app/observability';
import { Database, organizationOf, untilDeadline } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Parts, partsKey } from './fitting-sql';
import { ReadRows, readDocuments } from './read.store';
import { OneRead, maxSharedReads, readTogether } from './shared-read.store';

interface Asked extends OneRead {
  deadlineAtMs: number;
}

/** Statements of reads under way at once, for each combination of parts: what waits meanwhile is the next statement. */
const maxUnderWay = 2;

/** Reads of one document. Those that arrive together share a statement. */
export class SharedReads {
  private readonly byParts = new Map<string, Batcher<Asked, ReadRows | null>>();

  constructor(private readonly database: Database) {}

  /**
   * The document and its namespace, as `readDocuments` gives them.
   * @param deadlineAtMs of the request, in milliseconds since 1970
   */
  read(read: OneRead, parts: Parts, deadlineAtMs: number): Promise<ReadRows | null> {
    // The span of a shared statement belongs to the request that began it; each of them has one of its own wait.
    return runInSpan('read document', {}, () => this.batcherOf(parts).add({ ...read, deadlineAtMs }));
  }

  private batcherOf(parts: Parts): Batcher<Asked, ReadRows | null> {
    const key = partsKey(parts);
    const known = this.byParts.get(key);
    if (known) return known;
    const { database } = this;
    const made = new Batcher<Asked, ReadRows | null>({
      alone: (read) =>
        untilDeadline(read.deadlineAtMs, read.organization, () => readDocuments(database, read, [read.id], parts)),
      together: (reads) => {
        // A statement without an answer ends for all when the last of its reads has ended.
        const deadlineAtMs = Math.max(...reads.map((read) => read.deadlineAtMs));
        const organization = organizationOf(reads);
        return untilDeadline(deadlineAtMs, organization, () => readTogether(database, reads, parts));
      },
      maxItems: maxSharedReads,
      maxUnderWay,
    });
    this.byParts.set(key, made);
    return made;
  }
}
