import { DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { forgetSpendBlocks, oldSpendBlocks } from '../block/spend-block.store';
import { BudgetService } from '../budget/budget.service';
import { pausedBudgets } from '../budget/budget.store';
import { PartitionService } from '../ledger/partition.service';
import { expiredReservations, forgetExpired, forgetLimit } from '../reservation/reservation.store';
import { DailyService } from '../usage/daily.service';
import { oldDays } from '../usage/daily.store';
import { MergeSlotsService } from '../usage/merge-slots.service';
import { UsageService } from '../usage/usage.service';

const pageSize = 200;
const firstPage: NamespaceRef = { organization: '', namespace: '' };

/**
 * Does what is due by time: makes and drops months of the ledger, ends pauses, forgets expired reservations, ended blocks and
 * old days, closes months, and merges the counters of months that are over.
 */
@Injectable()
export class UpkeepWorker {
  /** The last paused namespace that was looked at. */
  private after = firstPage;

  constructor(
    private readonly budgets: BudgetService,
    private readonly usage: UsageService,
    private readonly daily: DailyService,
    private readonly partitions: PartitionService,
    private readonly merging: MergeSlotsService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async look(): Promise<boolean> {
    const looks = [pausedBudgets, expiredReservations, oldSpendBlocks, oldDays].map((select) =>
      this.database.finds(select),
    );
    return (
      (await Promise.all(looks)).includes(true) || this.usage.mayClose || this.partitions.isDue || this.merging.mayMerge
    );
  }

  /** @returns whether more is due now */
  async turn(): Promise<boolean> {
    await this.partitions.keepUp();
    const next = await this.budgets.endPauses(this.after, pageSize);
    this.after = next ?? firstPage;
    const forgotten = await this.database.transaction('billing.forget', forgetExpired);
    await forgetSpendBlocks(this.database);
    const moreDays = await this.daily.forget();
    const moreMonths = await this.usage.closeLast();
    const moreSlots = await this.merging.mergeNext();
    return next !== null || forgotten === forgetLimit || moreDays || moreMonths || moreSlots;
  }
}
