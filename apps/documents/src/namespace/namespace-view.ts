import type { NamespaceRef } from '@app/contracts';
import type { NamespaceChanged, NamespaceView } from '@app/contracts/documents';
import { lagP90 } from './lag';
import { NamespaceNumbers, NamespaceRow } from './namespace.store';
import { budgetView, fanoutInEffect } from './settings';

/** What billing knows of a namespace. */
export interface Spend {
  paused: boolean;
  spend_month_usd: number;
}

export function refOf({ organization, name }: NamespaceRow): NamespaceRef {
  return { organization, namespace: name };
}

/** The fact that publishes a namespace's settings. */
export function changedFact(row: NamespaceRow): NamespaceChanged {
  return {
    ...refOf(row),
    revision: Number(row.revision),
    budget_usd: row.budget_usd,
    pinned: row.pinned,
    default_engine: row.default_engine,
    fanout: fanoutInEffect(row.fanout),
  };
}

/** @param periodicUsd what the namespace's intervals cost a month */
export function namespaceView(
  row: NamespaceRow,
  { documents, bytes, lags }: NamespaceNumbers,
  spend: Spend,
  periodicUsd: number,
): NamespaceView {
  return {
    name: row.name,
    created_at: row.created_at.toISOString(),
    budget: budgetView(row.budget_usd),
    budget_paused: spend.paused,
    pinned: row.pinned,
    default_engine: row.default_engine,
    deleting: row.deleting,
    stats: {
      documents,
      bytes,
      spend_month_usd: spend.spend_month_usd,
      periodic_cost_usd_per_month: periodicUsd,
      freshness_lag_p90_ms: lagP90(lags),
    },
    fanout: fanoutInEffect(row.fanout),
  };
}
