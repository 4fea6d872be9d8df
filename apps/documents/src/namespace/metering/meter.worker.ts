import { DATABASE, LEASES } from '@app/boot';
import { NamespacesMetered, namespacesMetered } from '@app/contracts/documents';
import { timestamp } from '@app/observability';
import { Database, Leases, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readChangedAfter, takeMarks } from './changed.store';
import { measureNamespaces } from './meter.store';

/** Writes to these namespaces may wait until they are measured. */
const namespacesTogether = 50;
const lease = 'meter';
const leaseS = 60;

/** Publishes what namespaces hold to billing whenever it changed. One process measures, and only what changed. */
@Injectable()
export class MeterWorker {
  private after = '0';

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LEASES) private readonly leases: Leases,
  ) {}

  /** Another process measures from now on. */
  async release(): Promise<void> {
    // A database that is away lets nobody measure; the lease runs out by itself.
    await this.leases.release(lease).catch(() => undefined);
  }

  /**
   * Measures a few namespaces that changed, and publishes their figures in the same transaction.
   * @returns whether more may have changed
   */
  async turn(): Promise<boolean> {
    if (!(await this.leases.take(lease, leaseS))) return false;
    const ids = await readChangedAfter(this.database, this.after, namespacesTogether);
    const hasMore = ids.length === namespacesTogether;
    if (ids.length > 0) await this.measure(ids);
    // What a write held meanwhile is still marked: it is found in the next round and not at once.
    this.after = hasMore ? ids[ids.length - 1] : '0';
    return hasMore;
  }

  private measure(ids: readonly string[]): Promise<void> {
    return this.database.transaction('documents.meter', async (tx) => {
      await takeMarks(tx, ids);
      const measured = await measureNamespaces(tx, ids);
      if (!measured) return;
      const facts = [...measured.moved].map(([organization, namespaces]) => {
        const fact: NamespacesMetered = { organization, namespaces, measured_at: timestamp(measured.at.getTime()) };
        return factRow(namespacesMetered, fact);
      });
      if (facts.length > 0) await addToOutbox(tx, facts);
    });
  }
}
