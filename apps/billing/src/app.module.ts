import { Module } from '@nestjs/common';
import { SpendBlockHandler } from './block/spend-block.handler';
import { SpendBlockService } from './block/spend-block.service';
import { BudgetHandler } from './budget/budget.handler';
import { BudgetService } from './budget/budget.service';
import { LedgerHandler } from './ledger/ledger.handler';
import { LedgerService } from './ledger/ledger.service';
import { PartitionService } from './ledger/partition.service';
import { DrawdownService } from './reservation/drawdown.service';
import { QuotaHandler } from './quota/quota.handler';
import { ReservationHandler } from './reservation/reservation.handler';
import { ReservationService } from './reservation/reservation.service';
import { StorageHandler } from './storage/storage.handler';
import { UpkeepWorker } from './upkeep/upkeep.worker';
import { DailyService } from './usage/daily.service';
import { MergeSlotsService } from './usage/merge-slots.service';
import { UsageHandler } from './usage/usage.handler';
import { UsageService } from './usage/usage.service';

/** Providers by folder, lowest layer first (layers.json). */
@Module({
  providers: [
    BudgetService,
    BudgetHandler,
    StorageHandler,
    DrawdownService,
    ReservationService,
    ReservationHandler,
    SpendBlockService,
    SpendBlockHandler,
    PartitionService,
    LedgerService,
    LedgerHandler,
    UsageService,
    DailyService,
    MergeSlotsService,
    UsageHandler,
    QuotaHandler,
    UpkeepWorker,
  ],
})
export class AppModule {}
