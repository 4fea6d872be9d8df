import { Module } from '@nestjs/common';
import { BudgetHandler } from './budget/budget.handler';
import { BudgetService } from './budget/budget.service';
import { BudgetStore } from './budget/budget.store';
import { Upkeep } from './upkeep/upkeep.worker';
import { LedgerHandler } from './ledger/ledger.handler';
import { LedgerService } from './ledger/ledger.service';
import { LedgerStore } from './ledger/ledger.store';
import { ReservationHandler } from './reservation/reservation.handler';
import { ReservationService } from './reservation/reservation.service';
import { ReservationStore } from './reservation/reservation.store';
import { StorageHandler } from './storage/storage.handler';
import { StorageStore } from './storage/storage.store';
import { UsageHandler } from './usage/usage.handler';
import { UsageService } from './usage/usage.service';
import { UsageStore } from './usage/usage.store';

@Module({
  providers: [
    ReservationStore,
    ReservationService,
    ReservationHandler,
    LedgerStore,
    LedgerService,
    LedgerHandler,
    BudgetStore,
    BudgetService,
    BudgetHandler,
    Upkeep,
    StorageStore,
    StorageHandler,
    UsageStore,
    UsageService,
    UsageHandler,
  ],
})
export class AppModule {}
