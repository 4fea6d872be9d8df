import { Metrics } from '@app/observability';
import { Database, openTransactions } from '@app/persistence';

/** Gauges of transactions that stay open: while one does, Postgres removes no dead row, and queues grow slower to read. */
export function measureTransactions(metrics: Metrics, database: Database): void {
  metrics.measured(
    'database_transaction_oldest_seconds',
    "Age of the longest open transaction of this service's role.",
    [],
    async (gauge) => gauge.set((await openTransactions(database)).longestS),
  );
  metrics.measured(
    'database_transactions_held_back',
    'Transactions begun since the oldest that any session of the database still sees: dead rows of these stay.',
    [],
    async (gauge) => gauge.set((await openTransactions(database)).heldBack),
  );
}
