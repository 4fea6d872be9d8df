import { DATABASE, LEASES, METRICS } from '@app/boot';
import { documentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database, Leases } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { warm } from './warmth';

const namespacesTogether = 20;
const leaseS = 120;

/**
 * Keeps pinned namespaces in the database's cache. One process reads each of them again and again, so that pages which
 * other reads evicted are back before a query needs them, and count as recently used.
 */
@Injectable()
export class WarmerWorker {
  private readonly pages;
  private readonly cold;
  private after = '0';

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.pages = metrics.counter(documentsMetrics.pinnedPages);
    this.cold = metrics.counter(documentsMetrics.pinnedColdPages);
  }

  /** Warms a few pinned namespaces. @returns whether there are more */
  async turn(): Promise<boolean> {
    if (!(await this.leases.take('warmer', leaseS))) return false;
    const { rows } = await this.database.query<{ id: string }>(
      'select id from namespace where pinned and not deleting and id > $1 order by id limit $2',
      [this.after, namespacesTogether],
    );
    for (const { id } of rows) {
      const { pages, cold } = await this.database.transaction('documents.warmer', (tx) => warm(tx, id));
      this.pages.inc(pages);
      this.cold.inc(cold);
    }
    const hasMore = rows.length === namespacesTogether;
    this.after = hasMore ? rows[rows.length - 1].id : '0';
    return hasMore;
  }
}
