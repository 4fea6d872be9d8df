import { Entry, answer, applies, onBatch } from '@app/bus';
import {
  answerRecordedBulk,
  answerRecordedLive,
  namespaceChanged,
  namespaceDeleted,
  namespaceSpend,
  quoteSpend,
  releaseSpend,
  reportUsage,
  reserveSpend,
} from '@app/contracts';
import { INestApplicationContext } from '@nestjs/common';
import { BudgetHandler } from './budget/budget.handler';
import { LedgerHandler } from './ledger/ledger.handler';
import { ReservationHandler } from './reservation/reservation.handler';
import { UsageHandler } from './usage/usage.handler';

/** How many asks one transaction charges: one statement whatever the number, so batches make the rate. */
const settleBatch = 200;

export function consumers(app: INestApplicationContext): Entry[] {
  const reservations = app.get(ReservationHandler);
  const ledger = app.get(LedgerHandler);
  const budgets = app.get(BudgetHandler);
  const usage = app.get(UsageHandler);
  return [
    answer(reserveSpend, (query, call) => reservations.reserve(query, call)),
    answer(quoteSpend, (query) => reservations.quote(query)),
    answer(releaseSpend, (query) => reservations.release(query)),
    onBatch(answerRecordedLive, settleBatch, (batch) => ledger.settle(batch)),
    onBatch(answerRecordedBulk, settleBatch, (batch) => ledger.settle(batch)),
    ...applies(namespaceChanged, (fact) => budgets.changed(fact)),
    ...applies(namespaceDeleted, (fact) => budgets.deleted(fact)),
    answer(namespaceSpend, (query) => budgets.spend(query)),
    answer(reportUsage, (query, call) => usage.report(query, call)),
  ];
}
