import { CLOCK, CONFIG, DATABASE, LOGGER } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { Partition, expiredOf, isInLedger, lackingOf, monthOfAsk, monthsToMake, partitionStateOf } from './partition';
import { dropPartition, listPartitions, lockPartitions, makePartition } from './partition.store';

const everyMs = 10 * 60 * 1000;

/** The table that takes the charge of an ask; or why it cannot be charged. */
export type Place = 'ledger' | 'charge' | 'gone' | 'no_time';

/** Makes the months of the ledger before they begin, and drops those that have been kept long enough. */
@Injectable()
export class PartitionService {
  /** As this process read them last. */
  private known: Partition[] = [];
  private nextMs = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Finds where the charges of asks belong, and makes the months that are missing.
   * @returns by ask id, the table that takes its charge, or why it cannot be charged
   */
  async place(askIds: readonly string[]): Promise<Map<string, Place>> {
    let { known } = this;
    const isKnown = (id: string) => partitionStateOf(id, known) === 'there';
    if (!askIds.every(isKnown)) known = await listPartitions(this.database);
    const missing = askIds.filter((id) => partitionStateOf(id, known) === 'missing');
    known = await this.make([...new Set(missing.map(monthOfAsk))], known);
    this.known = known;
    return new Map(askIds.map((id) => [id, placed(id, known)]));
  }

  /** Reads the partitions anew before the next charge: another process may have dropped one that is known here. */
  forget(): void {
    this.known = [];
  }

  /** Whether it is time to look for months to make or to drop. */
  get isDue(): boolean {
    return this.clock.now() >= this.nextMs;
  }

  async keepUp(): Promise<void> {
    if (!this.isDue) return;
    this.nextMs = this.clock.now() + everyMs;
    this.known = await this.make(monthsToMake(this.clock.now()), await listPartitions(this.database));
    await this.dropExpired();
  }

  /** @returns the partitions that are there then */
  private async make(months: readonly string[], known: Partition[]): Promise<Partition[]> {
    if (lackingOf(months, known).length === 0) return known;
    return this.database.transaction('billing.partition', async (tx) => {
      await lockPartitions(tx);
      for (const partition of lackingOf(months, await listPartitions(tx))) await makePartition(tx, partition);
      return listPartitions(tx);
    });
  }

  /** The sums of what is dropped stay in the counters. */
  private async dropExpired(): Promise<void> {
    for (;;) {
      const expired = expiredOf(this.known, this.clock.now(), this.config.ledgerMonths);
      if (expired === null) return;
      try {
        await this.database.transaction('billing.partition', async (tx) => {
          await lockPartitions(tx);
          await dropPartition(tx, expired.name);
        });
      } catch (error) {
        this.logger.warn({ err: error, partition: expired.name }, 'charges of a month are dropped at a later look');
        return;
      }
      this.logger.info({ partition: expired.name }, 'charges that were kept long enough were dropped');
      this.known = await listPartitions(this.database);
    }
  }
}

function placed(id: string, known: readonly Partition[]): Place {
  const state = partitionStateOf(id, known);
  if (state === 'missing') throw new Error(`no partition of the ledger takes ${id}, though its month was made`);
  if (state !== 'there') return state;
  return isInLedger(id, known) ? 'ledger' : 'charge';
}
