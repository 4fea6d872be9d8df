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
  uncharged: counter('billing_uncharged_asks_total', {
    meaning:
      'Asks that were recorded and not charged, by reason: `gone` (their month was dropped), `no_time` (an id of another form).',
    why: 'Above 0, facts came back from long ago, or somebody else published some.',
    labels: ['reason'],
  }),
};
