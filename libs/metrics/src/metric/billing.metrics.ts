import { counter, histogram } from './declare';

/** Charges and budgets. */
export const billingMetrics = {
  settleLag: histogram('billing_settle_lag_seconds', {
    meaning: 'From a recorded answer to its charge in the ledger.',
    why: 'Usage and budgets are this late.',
  }),
  asks: counter('billing_asks_total', {
    meaning: 'Asks for which judgments reserved money, by outcome.',
    why: 'How much judging budgets refuse.',
    labels: ['outcome'],
  }),
};
