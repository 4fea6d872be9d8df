import { Entry, handle, applies, on, onBatch } from '@app/bus';
import {
  closeBlock,
  extendBlock,
  listQuotas,
  namespaceSpend,
  openBlock,
  quoteSpend,
  releaseSpend,
  reportDays,
  reportQuota,
  reportUsage,
  reserveSpend,
} from '@app/contracts/billing';
import { namespaceChanged, namespaceDeleted, namespacesMetered } from '@app/contracts/documents';
import { answerRecordedBulk, answerRecordedLive } from '@app/contracts/judgments';
import { INestApplicationContext } from '@nestjs/common';
import { SpendBlockHandler } from './block/spend-block.handler';
import { BudgetHandler } from './budget/budget.handler';
import { LedgerHandler } from './ledger/ledger.handler';
import { QuotaHandler } from './quota/quota.handler';
import { ReservationHandler } from './reservation/reservation.handler';
import { StorageHandler } from './storage/storage.handler';
import { UsageHandler } from './usage/usage.handler';

/** Asks that one transaction charges. A batch of any size takes the same number of statements. */
const maxSettleBatch = 200;

export function consumers(app: INestApplicationContext): Entry[] {
  const reservations = app.get(ReservationHandler);
  const blocks = app.get(SpendBlockHandler);
  const ledger = app.get(LedgerHandler);
  const budgets = app.get(BudgetHandler);
  const storage = app.get(StorageHandler);
  const usage = app.get(UsageHandler);
  const quota = app.get(QuotaHandler);
  return [
    handle(reserveSpend, (query, call) => reservations.reserve(query, call)),
    handle(quoteSpend, (query) => reservations.quote(query)),
    handle(releaseSpend, (query) => reservations.release(query)),
    handle(openBlock, (query, call) => blocks.open(query, call)),
    handle(extendBlock, (query) => blocks.extend(query)),
    handle(closeBlock, (query) => blocks.close(query)),
    onBatch(answerRecordedLive, maxSettleBatch, (batch) => ledger.settle(batch)),
    onBatch(answerRecordedBulk, maxSettleBatch, (batch) => ledger.settle(batch)),
    ...applies(namespaceChanged, (fact) => budgets.applyChange(fact)),
    ...applies(namespaceDeleted, async (fact) => {
      await storage.applyDeletion(fact);
      return budgets.applyDeletion(fact);
    }),
    on(namespacesMetered, ({ payload }) => storage.applyMeasures(payload)),
    handle(listQuotas, async () => storage.quotas()),
    handle(namespaceSpend, (query) => budgets.spend(query)),
    handle(reportUsage, (query, call) => usage.report(query, call)),
    handle(reportDays, (query, call) => usage.readDays(query, call)),
    handle(reportQuota, (_, call) => quota.report(call)),
  ];
}
